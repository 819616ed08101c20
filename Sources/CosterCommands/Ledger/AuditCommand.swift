import MerchantStorage
import StorageKit
import ArgumentParser
import CardVault
import CosterServer
import Merchants
import PaymentDomain
import PaymentEngine
import PaymentStorage
import StrictCoding

/// `coster audit`: recompute every invariant.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Recompute every invariant of the database; exit code 1 on any breach.",
        discussion: Examples.text(
            """
            It reads all payments and the audit log, and changes nothing. Servers may run meanwhile.
            """, ["coster audit", "coster audit --json"]))

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: JSONOutput

    @Option(
        name: .customLong("act-head"),
        help:
            "The head of the audit log, COUNT:HEX, that an earlier audit printed; it must still be in the log."
    )
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
        guard report.isClean else { return try await report.refuse(self, store) }
        let head = try await store.merchantStore.actChainHead()
        if let note = notedHead.flatMap(AuditLogHead.parsed) { try await compare(note, store) }
        if output.json {
            return try JSONOutput.print(AuditFacts(report, head: AuditLogHead.text(head)))
        }
        print(report.totals)
        print("audit: \(head.count) entries in the audit log, head \(AuditLogHead.text(head))")
        if notedHead != nil { print("audit: the noted head is still in the log") }
    }

    /// Audits the database; a damaged file or table is a breach too.
    private func audited(_ store: SQLPaymentStore) async throws -> AuditReport {
        let progress = ProgressLine(work: "Checking")
        defer { progress.end() }
        do {
            return try await store.audit {
                progress.show(
                    $0.tablesDone, of: $0.tables, "tables; \($0.rows) rows of \($0.table)")
            }
        } catch StoreError.corrupt {
            let advice =
                store.isShared
                ? "Stop the servers, and restore a backup with PostgreSQL's own programs."
                : "Stop the server, and restore a backup: coster restore FILE --data NEW-FOLDER"
            throw CosterFailure(
                .doesNotHold,
                "breach: books-damaged: The database is damaged, or other programs changed its tables. Keep it as it is. \(advice)"
            )
        }
    }

    /// Checks that a noted end of the chain is still on it: someone who rewrote the whole chain couldn't make that
    /// true.
    fileprivate func compare(
        _ note: (number: Int64, link: String), _ store: SQLPaymentStore
    ) async throws {
        let (number, link) = note
        let kept =
            number == 0 ? AuditEntry.chainStart : try await store.merchantStore.link(ofAct: number)
        guard let kept, Hex.encode(kept) == link else {
            throw CosterFailure(
                .doesNotHold,
                "breach: act-astray head of \(number). The audit log was rewritten since you noted this head. Compare it with a backup."
            )
        }
    }
}

extension AuditReport {
    fileprivate var totals: String {
        "audit: \(payments) payments, \(operations) operations, \(breachCount) breaches"
    }

    /// Prints the breaches, and ends the command.
    fileprivate func refuse(_ command: AuditCommand, _ store: SQLPaymentStore) async throws {
        var lines = breaches.map { "breach: \($0.code) \($0.subject)".terminalSafe } + [totals]
        // Only the noted head can show that the chain was written again.
        if let note = command.notedHead.flatMap(AuditLogHead.parsed) {
            do {
                try await command.compare(note, store)
            } catch let failure as CosterFailure {
                lines.append(failure.message)
            } catch {
                // The log can't be read, which is among the breaches.
            }
        }
        if command.output.json {
            try JSONOutput.print(AuditFacts(self, head: nil))
        } else {
            for line in lines { print(line) }
        }
        throw CosterFailure(
            .doesNotHold,
            "The audit found \(breachCount) breaches. Keep the \(store.isShared ? "database" : "data folder") as it is, and report the lines above."
        )
    }
}

/// What an audit found, for a machine.
private struct AuditFacts: Encodable {
    let payments: Int
    let operations: Int
    let breachCount: Int
    let breaches: [Breach]
    /// The head of the audit log; nil if there are breaches.
    let auditLogHead: String?

    struct Breach: Encodable {
        let code: String
        let subject: String
    }

    init(_ report: AuditReport, head: String?) {
        payments = report.payments
        operations = report.operations
        breachCount = report.breachCount
        breaches = report.breaches.map { Breach(code: $0.code, subject: $0.subject) }
        auditLogHead = head
    }
}
