import AppleSimulator
import ApplePayToken
import CardConnect
import DialectKit
import Foundation
import InstaMed
import Merchants
import PaymentDomain
import PaymentEngine
import Radial
import Vantiv

/// The merchant that a sandbox has from its first start: its names, its secrets, its keys.
///
/// The secrets are printed in the documentation; they protect nothing but a sandbox.
package struct SandboxMerchant: Sendable {
    package static let id = MerchantID("sandbox")
    package static let appleMerchantIdentifier = "merchant.coster.sandbox"
    package static var radialStore: String { "SANDBOX" }
    package static var radialKey: String { "sandbox-radial" }
    package static var vantivUser: String { "sandbox" }
    package static var vantivPassword: String { "sandbox-vantiv" }
    package static var vantivMerchantID: String { "0180" }
    package static var vantivPaypageID: String { "sandboxPaypage" }
    package static var cardConnectUser: String { "testing" }
    package static var cardConnectPassword: String { "testing123" }
    package static let cardConnectMerchid = CardPointeDialect.publicTestMerchid
    package static var instaMedUser: String { "sandbox@coster" }
    package static var instaMedPassword: String { "sandbox-instamed" }
    package static var instaMedMerchantID: String { "SANDBOX" }
    static var publishableKey: String { "cpk_sandbox" }
    static let instaMedOutlet = InstaMedOutlet(
        user: instaMedUser, merchantID: instaMedMerchantID, storeID: "1", terminalID: "1",
        applePayMerchantIDs: [appleMerchantIdentifier])

    /// A name in a dialect, and its secret; empty for a name that proves nothing.
    package struct Credential {
        package let dialect: String
        package let identity: String
        package let secret: String
        var details: [String] = []
    }

    /// The credentials for its dialects; made again each time, so that no secret stays in memory.
    package static var credentials: [Credential] {
        [
            Credential(
                dialect: RadialDialect().name, identity: radialStore, secret: radialKey),
            Credential(
                dialect: EProtectDialect().name,
                identity: VantivIdentity.user(vantivUser, merchantID: vantivMerchantID),
                secret: vantivPassword),
            // A paypage identifier is public: it lies in every page that asks for a card.
            Credential(
                dialect: EProtectDialect().name,
                identity: VantivIdentity.paypage(vantivPaypageID), secret: ""),
            Credential(
                dialect: CardPointeDialect(isSandbox: true).name, identity: cardConnectUser,
                secret: cardConnectPassword),
            // A merchid says whose a request is, not who sends it; and CardSecure asks nobody.
            Credential(
                dialect: CardPointeDialect(isSandbox: true).name,
                identity: CardConnectIdentity.merchant(cardConnectMerchid), secret: ""),
            Credential(
                dialect: CardPointeDialect(isSandbox: true).name,
                identity: CardConnectIdentity.cardSecureSite, secret: ""),
            Credential(
                dialect: InstaMedDialect(outlets: [], isSandbox: true).name,
                identity: instaMedOutlet?.user ?? instaMedUser,
                secret: instaMedPassword),
            // Any app may try the relay of a sandbox.
            Credential(
                dialect: RelayCaller.namespace, identity: publishableKey, secret: "",
                details: [PublishableKey.anyApp]),
        ]
    }

    /// Whether a client is the sandbox's own, which would lose its name to another of the same name. The name for every
    /// host without one of its own may be taken: that is what it is for.
    package static func owns(_ client: ClientIdentity) -> Bool {
        client.name != CardConnectIdentity.cardSecureSite
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
                "refused: \(MerchantFault.badAppleMerchantIdentifier.code): \(appleMerchantIdentifier) is the sandbox's own merchant's, whose certificates are built in; choose another identifier, such as merchant.com.example."
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

    /// Reads the merchant's keys from the simulator's folder, making them on the first start.
    static func load(
        simulator: SimulatedAppleStore
    ) throws(CosterFailure) -> SandboxMerchant {
        do {
            let simulated = try simulator.merchant(appleMerchantIdentifier)
            let keys = try [simulated.ec, try simulated.rsa()].map {
                try MerchantKey(
                    privateKey: Array($0.keyPEM.utf8),
                    certificate: Array($0.certificatePEM.utf8),
                    merchantIdentifier: appleMerchantIdentifier)
            }
            return SandboxMerchant(
                merchant: Merchant(
                    id: id, keyring: MerchantKeyring(keys),
                    acquirer: AcquirerMerchant(
                        merchantNumber: "496160873888", terminalNumber: "00000001",
                        categoryCode: "5999")))
        } catch let error as SimulatorError {
            throw CosterFailure(
                .configuration,
                "The simulator's folder cannot be used (\(error.code)). Start with an empty --data."
            )
        } catch {
            throw CosterFailure(
                .configuration,
                "The simulator's merchant key and certificate do not fit. Start with an empty --data."
            )
        }
    }
}
