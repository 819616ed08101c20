import ArgumentParser
import CosterServer
import Merchants
import ShopSimulator

/// `coster merchant credential`: who may use which protocol for a merchant.
struct CredentialCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "credential",
        abstract: "Create, rotate and revoke the secrets of a merchant's clients.",
        discussion: Examples.text(
            ShopExamples.clients.prefix(1) + ["coster merchant credential list flowers"]),
        subcommands: [
            CredentialCreateCommand.self, CredentialRotateCommand.self,
            CredentialRevokeCommand.self, CredentialRemoveCommand.self,
            CredentialListCommand.self,
        ])
}

/// `coster merchant credential list`.
struct CredentialListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List a merchant's clients and the numbers of their secrets.",
        discussion: Examples.text(["coster merchant credential list flowers"]))

    @Argument(help: "The merchant's name.")
    var name: String

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: JSONOutput

    func run() async throws {
        let (administration, records, merchant) = try await database.opened(merchant: name)
        if output.json {
            return try JSONOutput.print(
                ClientFacts.all(of: merchant.id, records, at: administration.now))
        }
        let clients = records.clients.filter { $0.merchant == merchant.id && !$0.isOpen }
        MerchantTable.secrets(of: clients, records, at: administration.now).print()
        if clients.isEmpty {
            Operator.tell(
                "\(name) has no clients yet. To create one, run: coster merchant credential create \(name) PROTOCOL"
            )
        }
    }
}
