import MerchantStorage
import StrictCoding
import CardVault
import ArgumentParser
import Merchants
import PaymentDomain
import PaymentStorage

/// `coster acts`: the newest administrative acts.
struct AuditLogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "acts",
        abstract: "List the newest administrative acts; `coster audit` verifies their chain.")

    @OptionGroup var database: DatabaseOptions

    @Option(help: "How many.")
    var limit = 50

    func validate() throws { try ListLimit.require(limit) }

    func run() async throws {
        let store = try await database.open()
        for recorded in try await store.merchantStore.acts(limit: limit) {
            let act = recorded.act
            print(
                "\(recorded.number)  \(act.at.iso8601Seconds)  \(act.actor)  \(act.kind.rawValue)  \(act.subject)  \(act.result)"
                    .terminalSafe)
        }
        print("head \(AuditLogHead.text(try await store.merchantStore.actChainHead()))")
    }
}

/// The end of the chain of acts, as an operator notes it elsewhere: `COUNT:HEX`.
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
