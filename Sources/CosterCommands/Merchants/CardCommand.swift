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
        discussion: Examples.text(["coster card erase flowers 4111110000001111"]),
        subcommands: [CardEraseCommand.self])
}

/// `coster card erase`.
struct CardEraseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase", abstract: "Erase the number of a stored card.",
        discussion: Examples.text(
            """
            The card token can't pay any more. Its payments can still be captured and refunded. If the same card comes \
            again, Coster stores it again under the same token.
            """, ["coster card erase flowers 4111110000001111"]))

    @Argument(help: "The merchant's name.")
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
        print("Erased the card with the token \(token).")
    }
}
