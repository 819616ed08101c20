import MerchantStorage
import ArgumentParser
import CardVault
import CosterOperations
import CosterServer
import Foundation
import Merchants
import PaymentDomain
import ShopSimulator
import PaymentStorage

/// `coster merchant credential create`.
struct CredentialCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create a client and its secret, or add another ID to an existing client.",
        discussion: Examples.text(
            """
            The secret is printed once, alone on standard output. Coster stores only a hash of it.
            """,
            ShopExamples.clients))

    @OptionGroup var secret: SecretOptions

    @Flag(
        help:
            "Move IDs from another merchant whose secrets for them have expired or are revoked.")
    var take = false

    @OptionGroup var options: AdministrationOptions
    @OptionGroup var output: JSONOutput

    private var client: ClientOptions { secret.client }

    func run() async throws {
        let administration = try await options.administration()
        let records = try await administration.records()
        let merchant = try administration.merchant(client.name, in: records)
        let names = try client.names(of: merchant.id)
        // A secret for a client that already has one is refused below: the operator means to change it.
        let isKnown = names.contains { !$0.isOpen && records.clients.contains($0) }
        guard !isKnown || secret.secretFile != nil else {
            _ = try await add(names, secret: nil, administration, records)
            if output.json { try JSONOutput.print(SecretFacts(number: nil, secret: nil)) }
            return Operator.tell(
                "Added the ID to \(client.name)'s client for \(client.dialect). Its secret didn't change."
            )
        }
        let vault = try await options.keyring(administration.store).vault
        let (kept, shown) = try secret.secret(vault)
        let number = try await add(names, secret: kept, administration, records)
        try secret.show(shown, number: number, asJSON: output.json)
    }

    /// Gives the client its names, and reports their earlier merchants, or, if they are refused, their current ones.
    ///
    /// - Returns: The secret's number.
    private func add(
        _ names: [ClientIdentity], secret: StoredSecret?, _ administration: Administration,
        _ records: MerchantRecords
    ) async throws(CosterFailure) -> Int64? {
        let others = records.clients.filter { other in
            names.contains {
                $0.dialect == other.dialect && $0.name == other.name
                    && $0.merchant != other.merchant
            }
        }
        let number: Int64?
        do throws(CosterFailure) {
            number = try await administration.done {
                (office) async throws(AdministrationError) in
                try await office.store.merchantStore.addClient(
                    names, secret: secret, taking: take, by: office.actor, at: office.now)
            }
        } catch {
            guard error.code == .badInput else { throw error }
            let owners = others.map { " \($0.name) belongs to \($0.merchant)." }
            throw CosterFailure(error.code, error.message + owners.joined())
        }
        for other in others {
            Operator.tell("Moved \(other.name) from \(other.merchant) to \(client.name).")
        }
        return number
    }
}
