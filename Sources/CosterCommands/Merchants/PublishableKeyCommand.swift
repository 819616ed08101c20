import MerchantStorage
import ArgumentParser
import CosterOperations
import CosterServer
import Merchants
import PaymentDomain
import PaymentStorage

/// `coster merchant publishable-key`: the apps that may use the relay for a merchant, and its web pages.
struct PublishableKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publishable-key",
        abstract: "Create the keys that a merchant's apps and web pages send.",
        discussion: Examples.text(
            """
            An app sends the key and its bundle identifier to a relay (\(ClientNames.relays)). The key isn't secret. With \
            it an app can save Apple Pay tokens or authorize payments with them, and nothing else. A web page sends the \
            key to say whose page it is; its domain must be registered.
            """, ["coster merchant publishable-key create flowers --bundle-id com.example.flowers"]),
        subcommands: [
            PublishableKeyCreateCommand.self, PublishableKeyListCommand.self,
            PublishableKeyRemoveCommand.self,
        ])
}

/// `coster merchant publishable-key create`.
struct PublishableKeyCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a key for apps and pages, and print it.",
        discussion: Examples.text([
            "coster merchant publishable-key create flowers --bundle-id com.example.flowers",
            "coster merchant publishable-key create flowers",
        ]))

    @Argument(help: "The merchant's name.")
    var name: String

    @Option(
        name: .customLong("bundle-id"),
        help:
            "An app's bundle identifier, such as com.example.shop; repeat it for more apps. Without one the key is for web pages alone."
    )
    var bundleIdentifiers: [String] = []

    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let (administration, _, merchant) = try await database.opened(merchant: name)
        let key: PublishableKey
        let identity: ClientIdentity
        do throws(MerchantFault) {
            key = try PublishableKey(forApps: bundleIdentifiers)
            identity = try key.identity(of: merchant.id)
        } catch {
            throw CosterFailure(error)
        }
        _ = try await administration.done { (office) async throws(AdministrationError) in
            try await office.store.merchantStore.addClient(
                [identity], secret: nil, by: office.actor, at: office.now)
        }
        print(key.text)
    }
}

/// `coster merchant publishable-key list`.
struct PublishableKeyListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List a merchant's publishable keys and their apps.",
        discussion: Examples.text([
            "coster merchant publishable-key list flowers",
            "coster merchant publishable-key list flowers --json",
        ]))

    @Argument(help: "The merchant's name.")
    var name: String

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: JSONOutput

    func run() async throws {
        let (_, records, merchant) = try await database.opened(merchant: name)
        let facts = records.clients.filter { $0.merchant == merchant.id }
            .compactMap { PublishableKey($0) }.map {
                PublishableKeyFacts(key: $0.text, apps: $0.apps)
            }
        if output.json { return try JSONOutput.print(facts) }
        var table = TextTable(.init("key"), .init("apps"))
        for fact in facts { table.add(fact.key, fact.apps.joined(separator: ", ")) }
        table.print()
    }
}

/// A publishable key for a machine.
private struct PublishableKeyFacts: Encodable {
    let key: String
    /// The bundle identifiers of its apps; none if it is for web pages alone.
    let apps: [String]
}

/// `coster merchant publishable-key remove`.
struct PublishableKeyRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Make a publishable key invalid at once.",
        discussion: Examples.text(["coster merchant publishable-key remove flowers cpk_KEY"]))

    @Argument(help: "The merchant's name.")
    var name: String

    @Argument(help: "The key, from `coster merchant publishable-key list`.")
    var key: String

    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let (administration, records, merchant) = try await database.opened(merchant: name)
        let identity = records.clients.first {
            $0.merchant == merchant.id && PublishableKey($0)?.text == key
        }
        guard let identity else {
            throw CosterFailure(
                .badInput,
                "refused: \(MerchantFault.credentialUnknown.code): The merchant has no such publishable key. To see its keys, run: coster merchant publishable-key list \(name)"
            )
        }
        try await administration.done { (office) async throws(AdministrationError) in
            try await office.store.merchantStore.remove(
                [identity], by: office.actor, at: office.now)
        }
        print("Removed publishable key \(key) of \(name).")
    }
}
