import ApplePayToken
import AppleSimulator
import DialectKit
import Foundation
import Merchants
import PaymentDomain
import PaymentEngine

/// The merchant that a sandbox has from its first start: its names, its secrets, its keys.
///
/// The secrets are printed in the documentation; they protect nothing but a sandbox.
package struct SandboxMerchant: Sendable {
    package static let id = MerchantID.sandbox
    package static let appleMerchantIdentifier = "merchant.coster.sandbox"
    package static let acquirer = AcquirerMerchant(
        merchantNumber: "496160873888", terminalNumber: "00000001", categoryCode: "5999")
    static var publishableKey: String { "cpk_sandbox" }

    /// How it shows itself on pages.
    static let storefront = Storefront.standard(for: MerchantID("Coster sandbox shop"))

    /// The domains on whose pages a sandbox takes Apple Pay for any merchant, over plain HTTP too and on any port.
    static let domains: Set = ["localhost", "127.0.0.1"]

    /// A name in a dialect, and its secret; empty for a name that proves nothing.
    package struct Credential {
        package let dialect: String
        package let identity: String
        package let secret: String
        var details: [String] = []
    }

    /// The credentials for its dialects; made again each time, so that no secret stays in memory.
    package static var credentials: [Credential] {
        let clients = Dialects.clients.flatMap { naming in
            naming.sandboxClients.map {
                Credential(dialect: naming.dialect, identity: $0.name, secret: $0.secret)
            }
        }
        // Any app may try the relay of a sandbox.
        let app = Credential(
            dialect: RelayCaller.namespace, identity: publishableKey, secret: "",
            details: [PublishableKey.anyApp])
        return clients + [app]
    }

    /// Whether a client is the sandbox's own, which would lose its name to another of the same name. The name for every
    /// host without one of its own may be taken: that is what it is for.
    package static func owns(_ client: ClientIdentity) -> Bool {
        !Dialects.isFallback(client.name, in: client.dialect)
            && credentials.contains {
                $0.dialect == client.dialect && $0.identity == client.name
            }
    }

    /// Refuses its Apple merchant identifier for another merchant: devices would make the sandbox's own tokens for that
    /// one's key from then on, and no sandbox could open them.
    ///
    /// - Throws: Exit code 65.
    package static func requireOther(_ appleMerchantID: String) throws(CosterFailure) {
        guard appleMerchantID != appleMerchantIdentifier else {
            throw CosterFailure(
                .badInput,
                "refused: \(MerchantFault.badAppleMerchantIdentifier.code): \(appleMerchantIdentifier) belongs to the sandbox's own merchant. Choose another identifier, for example merchant.com.example."
            )
        }
    }

    /// Whether a data folder has the merchant's keys, as it has from a sandbox's first start on.
    package static func hasKeys(in folder: DataFolder) -> Bool {
        FileManager.default.fileExists(
            atPath: "\(folder.path)/simulator/merchants/\(appleMerchantIdentifier)")
    }

    /// The merchant with its keys for EC_v1 and RSA_v1.
    package let merchant: Merchant
    /// The simulated Apple that gives its pages their sessions.
    let apple: SandboxApple

    /// Reads the merchant's keys from the simulator's folder, making them on the first start.
    static func load(
        simulator: SimulatedAppleStore
    ) async throws(CosterFailure) -> SandboxMerchant {
        SandboxMerchant(
            merchant: try merchant(simulator), apple: try await SandboxApple.start(simulator))
    }

    private static func merchant(
        _ simulator: SimulatedAppleStore
    ) throws(CosterFailure) -> Merchant {
        do {
            let simulated = try simulator.merchant(appleMerchantIdentifier)
            let keys = try [simulated.ec, try simulated.rsa()].map {
                try MerchantKey(
                    privateKey: Array($0.keyPEM.utf8),
                    certificate: Array($0.certificatePEM.utf8),
                    merchantIdentifier: appleMerchantIdentifier)
            }
            return Merchant(
                id: id, keyring: MerchantKeyring(keys), acquirer: acquirer)
        } catch let error as SimulatorError {
            throw CosterFailure(
                .configuration,
                "The simulator's files can't be used (\(error.code)). Start with an empty data folder (--data)."
            )
        } catch {
            throw CosterFailure(
                .configuration,
                "The simulator's merchant key and certificate don't belong together. Start with an empty data folder (--data)."
            )
        }
    }
}
