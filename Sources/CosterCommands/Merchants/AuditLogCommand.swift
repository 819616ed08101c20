import MerchantStorage
import ArgumentParser
import CardVault
import Merchants
import PaymentDomain
import PaymentStorage
import StrictCoding

/// `coster audit-log`: the newest administrative changes.
struct AuditLogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit-log",
        abstract: "List who changed what: merchants, credentials, keys, batches.",
        discussion: Examples.text(
            "`coster audit` verifies that no entry was changed or removed.",
            ["coster audit-log", "coster audit-log --limit 5 --json"]),
        aliases: ["acts"])

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: JSONOutput

    @Option(help: "How many are listed.")
    var limit = 50

    func validate() throws { try ListLimit.require(limit) }

    func run() async throws {
        let store = try await database.open()
        let entries = try await store.merchantStore.acts(limit: limit)
        let head = AuditLogHead.text(try await store.merchantStore.actChainHead())
        if output.json {
            return try JSONOutput.print(
                AuditLogFacts(
                    head: head,
                    entries: entries.map { AuditEntryFacts($0.act, number: $0.number) }))
        }
        var table = TextTable(
            .init("number", isNumber: true), .init("at"), .init("by"), .init("change"),
            .init("subject"), .init("result"))
        for entry in entries {
            let act = entry.act
            table.add(
                String(entry.number), act.at.iso8601Seconds, act.actor, act.kind.rawValue,
                act.subject, act.result)
        }
        table.print()
        print("head \(head)")
    }
}

/// The audit log for a machine.
private struct AuditLogFacts: Encodable {
    /// `COUNT:HEX`, which `coster audit --act-head` takes.
    let head: String
    /// The newest first.
    let entries: [AuditEntryFacts]
}

private struct AuditEntryFacts: Encodable {
    let number: Int64
    let at: String
    let by: String
    let change: String
    let subject: String
    let result: String

    init(_ entry: AuditEntry, number: Int64) {
        self.number = number
        at = entry.at.iso8601Seconds
        by = entry.actor
        change = entry.kind.rawValue
        subject = entry.subject
        result = entry.result
    }
}

/// The end of the audit log's chain, as an operator notes it elsewhere: `COUNT:HEX`.
enum AuditLogHead {
    static func text(_ head: AuditChainHead) -> String { "\(head.count):\(Hex.encode(head.link))" }

    /// The number and the link of a note, or nil if it is invalid.
    static func parsed(_ note: String) -> (number: Int64, link: String)? {
        let parts = note.split(separator: ":")
        guard parts.count == 2, let number = Int64(parts[0]), parts[1].utf8.count == 64 else {
            return nil
        }
        return (number, parts[1].lowercased())
    }
}
