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

/// `coster merchant credential rotate`.
struct CredentialRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Create another secret for a client; older ones stay valid for a while.",
        discussion: Examples.text(ShopExamples.rotations))

    @OptionGroup var secret: SecretOptions

    @Option(help: "How long the older secrets stay valid, in hours.")
    var overlapHours = 24

    @OptionGroup var options: AdministrationOptions
    @OptionGroup var output: JSONOutput

    private var client: ClientOptions { secret.client }

    func validate() throws {
        guard client.scopes == nil else {
            throw ValidationError(
                "A new secret keeps the key's scopes. For other scopes, create another key, and revoke this one."
            )
        }
    }

    func run() async throws {
        let seconds = try Overlap.seconds(hours: overlapHours)
        let administration = try await options.administration()
        let records = try await administration.records()
        let merchant = try administration.merchant(client.name, in: records)
        guard let named = try client.names(of: merchant.id).first(where: { !$0.isOpen }) else {
            throw CosterFailure(.credentialUnknown)
        }
        let vault = try await options.keyring(administration.store).vault
        let others = records.credentials.filter {
            $0.dialect == named.dialect && $0.identity == named.name
        }
        let (kept, shown) = try secret.secret(vault, beside: others)
        let number = try await administration.done {
            (office) async throws(AdministrationError) in
            try await office.store.merchantStore.rotate(
                named, to: kept, overlapSeconds: seconds, by: office.actor, at: office.now)
        }
        Operator.tell("The older secrets stay valid for \(overlapHours.counted("hour")).")
        try secret.show(shown, number: number, asJSON: output.json)
    }
}

/// How long an old secret stays beside a new one.
enum Overlap {
    /// The overlap in seconds.
    ///
    /// - Throws: Exit code 65 if it is negative or over ``Merchants/MerchantLimits/overlapSeconds``.
    static func seconds(hours: Int) throws(CosterFailure) -> Int64 {
        let (seconds, overflow) = Int64(hours).multipliedReportingOverflow(by: 3600)
        guard !overflow, (0...MerchantLimits.overlapSeconds).contains(seconds) else {
            throw CosterFailure(.badOverlap)
        }
        return seconds
    }
}
