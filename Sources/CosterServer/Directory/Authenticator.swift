import CardVault
import DialectKit
import Gateway
import Merchants
import PaymentDomain

/// Finds out whose a request is, from what its client presented.
///
/// A keyed hash is checked at once. A slow one is checked once for each secret that is presented,
/// right or wrong, on a thread of its own; what it said is remembered under a digest that only this
/// process can make, for as long as the secret is good.
final class Authenticator: Sendable {
    private let directory: CurrentDirectory
    private let vault: CardVault
    private let slowChecks: PasswordVerifier
    /// The digest to compare with if there is no such client.
    private let decoy: [UInt8]

    init(
        directory: CurrentDirectory, vault: CardVault,
        slowChecks: PasswordVerifier = PasswordVerifier()
    ) {
        self.slowChecks = slowChecks
        self.directory = directory
        self.vault = vault
        decoy = vault.secretCode(of: [])
    }

    func verdict(
        dialect: String, _ presented: PresentedCredential, from address: ClientAddress,
        at now: Timestamp
    ) async -> Authentication {
        guard directory.isCurrent else { return .overloaded }
        guard let client = client(dialect, presented.identity) else {
            // As much work as for a wrong secret, so that nobody learns which names there are.
            _ = SecretBytes.areEqual(decoy, vault.secretCode(of: Array(presented.secret.utf8)))
            return await refusal(dialect, presented, address)
        }
        if client.isOpen {
            return presented.secret.isEmpty ? .merchant(client.merchant) : .refused
        }
        let code = vault.secretCode(of: Array(presented.secret.utf8))
        var slow: [ScryptHash] = []
        for record in client.secrets where record.isGood(at: now) {
            switch record.secret {
            case .keyed(let kept):
                if SecretBytes.areEqual(kept, code) { return .merchant(client.merchant) }
            case .slow(let hash): slow.append(hash)
            }
        }
        // No one's secret is empty.
        guard !slow.isEmpty, !presented.secret.isEmpty else {
            return await refusal(dialect, presented, address)
        }
        let isRight = await slowChecks.matches(
            slow, presented.secret, of: "\(dialect)/\(presented.identity)", from: address)
        switch isRight {
        case nil: return .overloaded
        case true?: return .merchant(client.merchant)
        case false?: return .refused
        }
    }

    /// Refuses as late as a slow check would, if any secret in this dialect is slow to check: a client without a
    /// secret, or an unknown one, can't be distinguished from one that has it.
    private func refusal(
        _ dialect: String, _ presented: PresentedCredential, _ address: ClientAddress
    ) async -> Authentication {
        guard directory.isSlow(dialect), !presented.secret.isEmpty else { return .refused }
        let name = "\(dialect)/\(presented.identity)"
        return await slowChecks.spend(on: presented.secret, of: name, from: address) == nil
            ? .overloaded : .refused
    }

    /// A client by its name, or the one that serves if no client has that name.
    private func client(_ dialect: String, _ name: String) -> MerchantDirectory.Client? {
        if let client = directory.client(.init(dialect: dialect, name: name)) { return client }
        guard let other = Dialects.clients(of: dialect)?.fallback(for: name) else { return nil }
        return directory.client(.init(dialect: dialect, name: other))
    }
}
