import MerchantStorage
import ArgumentParser
import CosterOperations
import CosterServer
import Merchants
import PaymentStorage

/// `coster merchant credential revoke`.
struct CredentialRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "End a secret at once.")

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
        print("secret \(number) of \(name) is revoked")
    }
}

/// `coster merchant credential remove`.
struct CredentialRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Take a name that has no secret from a merchant, so that another can have it.",
        discussion: """
            That is, \(ClientNames.openOptions). An outlet is removed for that place alone. A name with a secret goes to another merchant, with coster merchant credential \
            create --take, when its secrets are revoked.
            """)

    @OptionGroup var client: ClientOptions
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let (administration, _, merchant) = try await database.opened(merchant: client.name)
        let names = try client.openNames(of: merchant.id)
        try await administration.done { (office) async throws(AdministrationError) in
            try await office.store.merchantStore.remove(names, by: office.actor, at: office.now)
        }
        for name in names { print("\(client.name) has \(name.name) no more") }
    }
}
