import AppleSimulator
import ApplePayToken
import PaymentDomain
import PaymentEngine
import Synchronization

/// The merchant that a sandbox has from its first start: its names, its secrets, its keys.
///
/// The secrets are printed in the documentation; they protect nothing but a sandbox.
final class SandboxMerchant: Sendable {
    static let id = MerchantID("sandbox")
    static let appleMerchantIdentifier = "merchant.coster.sandbox"
    static let radialStore = "SANDBOX"
    static let radialKey = "sandbox-radial"

    private let current: Mutex<Merchant>
    private let simulated: SimulatedMerchant

    /// Reads the merchant's keys from the simulator's folder, making them on the first start.
    init(simulator: SimulatedAppleStore) throws(CosterFailure) {
        do {
            simulated = try simulator.merchant(SandboxMerchant.appleMerchantIdentifier)
        } catch {
            throw CosterFailure(
                .configuration, "The simulator's folder cannot be used: \(error.code).")
        }
        current = Mutex(
            Merchant(
                id: SandboxMerchant.id,
                keyring: try SandboxMerchant.keyring([simulated.ec]),
                acquirer: AcquirerMerchant(
                    merchantNumber: "496160873888", terminalNumber: "00000001",
                    categoryCode: "5999")))
    }

    /// The merchant as it is now.
    var merchant: Merchant { current.withLock { $0 } }

    /// Adds the key for RSA_v1, which takes too long to make before a server is ready.
    func addRSAKey() throws {
        let identities = [simulated.ec, try simulated.rsa()]
        let keyring = try SandboxMerchant.keyring(identities)
        current.withLock { $0.keyring = keyring }
    }

    private static func keyring(
        _ identities: [SimulatedIdentity]
    ) throws(CosterFailure) -> MerchantKeyring {
        do {
            return try MerchantKeyring(
                identities.map {
                    try MerchantKey(
                        privateKey: Array($0.keyPEM.utf8),
                        certificate: Array($0.certificatePEM.utf8),
                        merchantIdentifier: appleMerchantIdentifier)
                })
        } catch {
            throw CosterFailure(
                .internalFault, "The simulator's merchant key and certificate do not fit.")
        }
    }
}
