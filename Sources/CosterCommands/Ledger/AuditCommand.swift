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
        guard let report = try await audited(store) else {
            return try refuse([.damaged(isShared: store.isShared)], of: nil, store)
        }
        var breaches = report.breaches.map { AuditFacts.Breach($0) }
        if let breach = try await headBreach(store, isClean: report.isClean) {
            breaches.append(breach)
        }
        guard breaches.isEmpty else { return try refuse(breaches, of: report, store) }
        let head = try await store.merchantStore.actChainHead()
        if output.json {
            return try JSONOutput.print(
                AuditFacts(report, breaches: [], head: AuditLogHead.text(head)))
        }
        print(report.totals)
        print(
            "audit: \(head.count.counted("entry", "entries")) in the audit log, head \(AuditLogHead.text(head))"
        )
        if notedHead != nil { print("audit: the noted head is still in the log") }
    }

    /// Audits the database; nil if a file or a table is damaged.
    private func audited(_ store: SQLPaymentStore) async throws -> AuditReport? {
        let progress = ProgressLine(work: "Checking")
        defer { progress.end() }
        do {
            return try await store.audit {
                progress.show(
                    $0.tablesDone, of: $0.tables, "tables; \($0.rows) rows of \($0.table)")
            }
        } catch StoreError.corrupt {
            return nil
        }
    }

    /// The breach of a noted head that isn't in the log any more: someone rewrote the whole chain, which only a note from
    /// before can show. A log that can't be read is among the other breaches.
    private func headBreach(
        _ store: SQLPaymentStore, isClean: Bool
    ) async throws -> AuditFacts.Breach? {
        guard let (number, link) = notedHead.flatMap(AuditLogHead.parsed) else { return nil }
        do {
            let kept =
                number == 0
                ? AuditEntry.chainStart : try await store.merchantStore.link(ofAct: number)
            if let kept, Hex.encode(kept) == link { return nil }
            return .rewritten(head: number)
        } catch {
            if isClean { throw error }
            return nil
        }
    }

    /// Prints the breaches, and ends the command.
    private func refuse(
        _ breaches: [AuditFacts.Breach], of report: AuditReport?, _ store: SQLPaymentStore
    ) throws {
        if output.json {
            try JSONOutput.print(AuditFacts(report, breaches: breaches, head: nil))
        } else if let report, !report.isClean {
            for breach in breaches { print(breach.line.terminalSafe) }
            print(report.totals)
        }
        // One breach that says what to do needs no other words.
        if let breach = breaches.first, breaches.count == 1, breach.message != nil {
            throw CosterFailure(.doesNotHold, breach.line)
        }
        throw CosterFailure(
            .doesNotHold,
            "The audit found breaches. Keep the \(store.isShared ? "database" : "data folder") as it is, and report the lines above."
        )
    }
}

extension AuditReport {
    fileprivate var totals: String {
        "audit: \(payments.counted("payment")), \(operations.counted("operation")), \(breachCount.counted("breach", "breaches"))"
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
        /// What to do, of a breach that concerns the whole database.
        var message: String?
    }

    /// - Parameter report: Nil if the database couldn't be read to its end.
    init(_ report: AuditReport?, breaches: [Breach], head: String?) {
        payments = report?.payments ?? 0
        operations = report?.operations ?? 0
        breachCount = max(report?.breachCount ?? 0, breaches.count)
        self.breaches = breaches
        auditLogHead = head
    }
}

extension AuditFacts.Breach {
    init(_ breach: AuditBreach) {
        code = breach.code
        subject = breach.subject
    }

    fileprivate static func damaged(isShared: Bool) -> Self {
        var breach = Self(code: "books-damaged", subject: "the database")
        let advice =
            isShared
            ? "Stop the servers, and restore a backup with PostgreSQL's own programs."
            : "Stop the server, and restore a backup: coster restore FILE --data NEW-FOLDER"
        breach.message =
            "The database is damaged, or other programs changed its tables. Keep it as it is. \(advice)"
        return breach
    }

    fileprivate static func rewritten(head number: Int64) -> Self {
        Self(
            code: "act-astray", subject: "head of \(number)",
            message:
                "The audit log was rewritten since you noted this head. Compare it with a backup.")
    }

    /// The breach on one line.
    var line: String {
        guard let message else { return "breach: \(code) \(subject)" }
        return "breach: \(code): \(subject): \(message)"
    }
}
