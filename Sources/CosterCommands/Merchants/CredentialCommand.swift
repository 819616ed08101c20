import ArgumentParser
import Merchants

/// `coster merchant credential`: who may speak which dialect for a merchant.
struct CredentialCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "credential",
        abstract: "Give a merchant's clients their secrets, change them, end them.",
        subcommands: [
            CredentialCreateCommand.self, CredentialRotateCommand.self,
            CredentialRevokeCommand.self, CredentialRemoveCommand.self,
            CredentialListCommand.self,
        ])
}

/// `coster merchant credential list`.
struct CredentialListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List a merchant's clients and their secrets' numbers.")

    @Argument(help: "The merchant's name.")
    var name: String

    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let (administration, records, merchant) = try await database.opened(merchant: name)
        let clients = records.clients.filter { $0.merchant == merchant.id && !$0.isOpen }
        for client in clients {
            for credential in records.credentials
            where credential.dialect == client.dialect && credential.identity == client.name {
                let line =
                    "\(client.dialect)  \(client.name)  "
                    + MerchantTable.credential(credential, at: administration.now)
                print(line.terminalSafe)
            }
        }
        if clients.isEmpty {
            print("no clients yet; coster merchant credential create \(name) DIALECT makes one")
        }
    }
}
