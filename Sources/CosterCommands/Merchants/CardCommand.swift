import MerchantStorage
import ArgumentParser
import CosterOperations
import CosterServer
import Merchants
import PaymentDomain
import PaymentStorage

/// `coster card`: the stored cards.
struct CardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "card", abstract: "Erase a stored card.",
        subcommands: [CardEraseCommand.self])
}

/// `coster card erase`.
struct CardEraseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase", abstract: "Erase the number of a stored card.",
        discussion: """
            The card token pays nothing any more; its payments stay, and can be captured and refunded. If the same card \
            comes again, it is stored again under the same token.
            """)

    @Argument(help: "The merchant.")
    var merchant: String

    @Argument(help: "The card token, as clients have it.")
    var token: String

    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let administration = Administration(store: try await database.open())
        guard let handle = VaultHandle(token) else { throw CosterFailure(.cardUnknown) }
        _ = try await administration.quietly {
            (administration) async throws(AdministrationError) in
            try await administration.store.eraseCard(
                handle, of: MerchantID(merchant), by: administration.actor,
                at: administration.now)
        }
        print("erased \(token)")
    }
}
