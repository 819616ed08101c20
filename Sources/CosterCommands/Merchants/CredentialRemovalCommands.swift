import MerchantStorage
import ArgumentParser
import CosterOperations
import CosterServer
import Merchants
import ShopSimulator
import PaymentStorage

/// `coster merchant credential revoke`.
struct CredentialRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Make a secret invalid at once.",
        discussion: Examples.text(["coster merchant credential revoke flowers 1"]))

    @Argument(help: "The merchant's name.")
    var name: String

    @Argument(help: "The secret's number, from `coster merchant credential list`.")
    var number: Int64

    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let (administration, _, merchant) = try await database.opened(merchant: name)
        try await administration.done { (office) async throws(AdministrationError) in
            try await office.store.merchantStore.revoke(
                credential: number, of: merchant.id, by: office.actor, at: office.now)
        }
        print("Revoked secret \(number) of \(name).")
    }
}

/// `coster merchant credential remove`.
struct CredentialRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a merchant's ID that has no secret.",
        discussion: Examples.text(
            """
            These IDs have no secret: \(ClientNames.openOptions). To move an ID with a secret to another merchant, revoke \
            its secrets and run `coster merchant credential create --take`.
            """, [ShopExamples.removal]))

    @OptionGroup var client: ClientOptions
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let (administration, _, merchant) = try await database.opened(merchant: client.name)
        let names = try client.openNames(of: merchant.id)
        try await administration.done { (office) async throws(AdministrationError) in
            try await office.store.merchantStore.remove(names, by: office.actor, at: office.now)
        }
        for name in names { print("Removed \(name.name) from \(client.name).") }
    }
}
