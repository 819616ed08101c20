import MerchantStorage
import ArgumentParser
import CosterOperations
import CosterServer
import Merchants
import PaymentDomain
import PaymentStorage

/// `coster merchant origin`: the pages that may exchange a card for a token.
struct OriginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "origin",
        abstract: "Choose the web pages that may exchange cards for tokens of a merchant.",
        discussion: Examples.text(
            """
            A browser lets a page read the reply to a card only if the merchant allows the page's origin.
            """, ["coster merchant origin add flowers https://shop.example"]),
        subcommands: [
            OriginAddCommand.self, OriginListCommand.self, OriginRemoveCommand.self,
        ])
}

/// A merchant and an origin.
struct OriginOptions: ParsableArguments {
    @Argument(help: "The merchant's name.")
    var name: String

    @Argument(help: "The origin of the pages: https://shop.example, with a port if it isn't 443.")
    var origin: String

    @OptionGroup var database: DatabaseOptions

    /// The database, and the origin as it is kept for the merchant.
    func opened() async throws -> (Administration, MerchantRecords, WebOrigin, ClientIdentity) {
        let (administration, records, merchant) = try await database.opened(merchant: name)
        do throws(MerchantFault) {
            let origin = try WebOrigin(typed: origin)
            return (administration, records, origin, try origin.identity(of: merchant.id))
        } catch {
            throw CosterFailure(error)
        }
    }
}

/// `coster merchant origin add`.
struct OriginAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Allow the pages of an origin.",
        discussion: Examples.text(["coster merchant origin add flowers https://shop.example"]))

    @OptionGroup var options: OriginOptions

    func run() async throws {
        let (administration, _, origin, identity) = try await options.opened()
        _ = try await administration.done { (office) async throws(AdministrationError) in
            try await office.store.merchantStore.addClient(
                [identity], secret: nil, as: .originAdded, by: office.actor, at: office.now)
        }
        print("Allowed pages of \(origin.text) for \(options.name).")
    }
}

/// `coster merchant origin remove`.
struct OriginRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Stop allowing the pages of an origin.",
        discussion: Examples.text(["coster merchant origin remove flowers https://shop.example"]))

    @OptionGroup var options: OriginOptions

    func run() async throws {
        let (administration, records, origin, identity) = try await options.opened()
        guard records.clients.contains(identity) else { throw CosterFailure(.originUnknown) }
        try await administration.done { (office) async throws(AdministrationError) in
            try await office.store.merchantStore.remove(
                [identity], as: .originRemoved, by: office.actor, at: office.now)
        }
        print("Stopped allowing pages of \(origin.text) for \(options.name).")
    }
}

/// `coster merchant origin list`.
struct OriginListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the origins whose pages are allowed.",
        discussion: Examples.text([
            "coster merchant origin list flowers", "coster merchant origin list flowers --json",
        ]))

    @Argument(help: "The merchant's name.")
    var name: String

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: JSONOutput

    func run() async throws {
        let (_, records, merchant) = try await database.opened(merchant: name)
        let origins = records.origins(of: merchant.id).map(\.text)
        if output.json { return try JSONOutput.print(origins) }
        for origin in origins { print(origin) }
    }
}
