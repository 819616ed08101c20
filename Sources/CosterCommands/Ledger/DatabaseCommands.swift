import StorageKit
import StrictCoding
import CardVault
import ArgumentParser
import CosterServer
import Merchants
import PaymentDomain
import PaymentEngine
import PaymentStorage

/// `coster settle`: close the batch.
struct SettleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settle", abstract: "Close the open batch: what was captured becomes settled.")

    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let store = try await database.open()
        let batch = try await DatabaseSession.closeBatch(store)
        print(
            "batch \(batch.number) closed: \(batch.captures) captures, \(batch.refunds) refunds")
        for (currency, net) in batch.netByCurrency.sorted(by: { $0.key.code < $1.key.code }) {
            print("  net \(signed(net, currency))")
        }
    }

    /// A batch may come to more than an amount can be.
    private func signed(_ net: Int64, _ currency: Currency) -> String {
        (net < 0 ? "-" : "") + "\(currency.decimal(net.magnitude)) \(currency)"
    }
}

/// `coster audit`: recompute every invariant.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Recompute every invariant of the books; exit code 1 on any breach.")

    @OptionGroup var database: DatabaseOptions

    @Option(
        name: .customLong("act-head"),
        help:
            "The end of the chain of acts as you noted it earlier; it must still lie on the chain.")
    var notedHead: String?

    func validate() throws {
        // Before the audit begins.
        guard notedHead.map({ AuditLogHead.parsed($0) != nil }) ?? true else {
            throw ValidationError("--act-head is COUNT:HEX, as coster audit prints it.")
        }
    }

    func run() async throws {
        var place = try database.place()
        place.alteredExit = .doesNotHold
        let store = try await place.openExisting()
        let report = try await audited(store)
        for breach in report.breaches {
            print("breach: \(breach.code) \(breach.subject)".terminalSafe)
        }
        print(
            "audit: \(report.payments) payments, \(report.operations) operations, \(report.breachCount) breaches"
        )
        guard report.isClean else {
            // Only the noted head can show that the chain was written again.
            if let note = notedHead.flatMap(AuditLogHead.parsed) {
                do {
                    try await compare(note, store)
                } catch let failure as CosterFailure {
                    print(failure.message)
                } catch {
                    // It cannot be read, which is among the breaches.
                }
            }
            throw CosterFailure(
                .doesNotHold,
                "The books are not sound. Keep the \(store.isShared ? "database" : "data folder") as it is and report the lines above."
            )
        }
        let head = try await store.merchantStore.actChainHead()
        print("audit: \(head.count) administrative acts, head \(AuditLogHead.text(head))")
        if let note = notedHead.flatMap(AuditLogHead.parsed) { try await compare(note, store) }
    }
}

extension AuditCommand {
    /// Audits the database; a damaged file or table is a breach too.
    private func audited(_ store: SQLPaymentStore) async throws -> AuditReport {
        do {
            return try await store.audit { progress in
                print("… \(progress.table): \(progress.rows) rows checked")
            }
        } catch StoreError.corrupt {
            throw CosterFailure(
                .doesNotHold,
                "breach: books-damaged: "
                    + (store.isShared
                        ? "The database holds what no version of coster writes, or its tables are not coster's. Keep it as it is, stop the servers, and bring back a backup with PostgreSQL's own programs; see docs/operations/database.md."
                        : "The file of the books is damaged. Keep the data folder as it is, stop the server, and bring back a backup with coster restore.")
            )
        }
    }

    /// Checks that a noted end of the chain is still on it: someone who rewrote the whole chain couldn't make that
    /// true.
    private func compare(_ note: (number: Int64, link: String), _ store: SQLPaymentStore)
        async throws
    {
        let (number, link) = note
        let kept =
            number == 0 ? AuditEntry.chainStart : try await store.merchantStore.link(ofAct: number)
        guard let kept, Hex.encode(kept) == link else {
            throw CosterFailure(
                .doesNotHold,
                "breach: act-astray head of \(number). The acts up to the noted one are not the same any more: someone rewrote them. Compare with a backup."
            )
        }
        print("audit: the noted head still lies on the chain")
    }
}

/// `coster migrate`: bring the schema up to date.
struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Bring the books' schema up to this version.")

    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let place = try database.place()
        if place.database == nil { try place.folder.create() }
        let store = try await place.open(mayMigrate: true)
        print(
            MigrateCommand.sentence(
                on: place.description, from: store.versionFound, to: SQLPaymentStore.schemaVersion))
    }

    /// The result. An operator who expects an earlier database must see that this is another.
    static func sentence(on place: String, from found: Int, to known: Int) -> String {
        switch found {
        case known: "the books in \(place) are up to date"
        case 0: "new, empty books were made in \(place), of version \(known)"
        default: "the books in \(place) are up to date: from version \(found) to \(known)"
        }
    }
}

/// `coster payments`: the newest payments, as a table.
struct PaymentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payments", abstract: "List the newest payments.")

    @OptionGroup var database: DatabaseOptions

    @Option(help: "How many.")
    var limit = 20

    func validate() throws { try ListLimit.require(limit) }

    func run() async throws {
        let store = try await database.open()
        print(PaymentTable.header)
        for row in try await store.recentPayments(limit) {
            print(PaymentTable.line(row.payment))
        }
    }
}

/// The place of the database.
struct DatabaseOptions: ParsableArguments {
    @Option(help: "The data folder.")
    var data = CommandSettings.data

    @Option(
        name: .customLong("database-url"),
        help: "Where the books are, in place of the data folder. [COSTER_DATABASE_URL]")
    var databaseURL: String?

    func place() throws -> DatabaseLocation {
        try DatabaseLocation.named(DataFolder(data), databaseURL: databaseURL)
    }

    /// Opens the database.
    ///
    /// - Parameter mustExist: Whether a folder without a database is refused; PostgreSQL tables are created by `coster
    ///   migrate` alone.
    func open(mustExist: Bool = true) async throws -> SQLPaymentStore {
        let place = try place()
        return try await mustExist
            ? place.openExisting() : place.open(mayMigrate: false)
    }
}
