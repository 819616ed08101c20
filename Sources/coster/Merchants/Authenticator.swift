import CardConnect
import CardVault
import DialectKit
import Foundation
import Gateway
import Merchants
import PaymentDomain
import Synchronization

/// Finds out whose a request is, from what its client presented.
///
/// A keyed hash is checked at once. A slow one is checked once for each secret that is presented,
/// right or wrong, on a thread of its own; what it said is remembered under a digest that only this
/// process can make, for as long as the secret is good.
final class Authenticator: Sendable {
    private let directory: LiveDirectory
    private let vault: CardVault
    private let sandbox: CredentialTable?
    private let slowChecks: SlowChecks
    /// Compared with where there is no such client.
    private let decoy: [UInt8]

    init(
        directory: LiveDirectory, vault: CardVault, sandbox: CredentialTable?,
        slowChecks: SlowChecks = SlowChecks()
    ) {
        self.slowChecks = slowChecks
        self.directory = directory
        self.vault = vault
        self.sandbox = sandbox
        decoy = vault.secretCode(of: [])
    }

    func verdict(
        dialect: String, _ presented: PresentedCredential, at now: Timestamp
    ) async -> Authentication {
        guard let client = client(dialect, presented.identity) else {
            if let merchant = sandboxMerchant(dialect, presented) { return .merchant(merchant) }
            // As much work as for a wrong secret, so that nobody learns which names there are.
            _ = isEqual(decoy, vault.secretCode(of: Array(presented.secret.utf8)))
            if directory.isSlow(dialect), await slowChecks.spend(on: presented.secret) == nil {
                return .overloaded
            }
            return .refused
        }
        if client.isOpen {
            return presented.secret.isEmpty ? .merchant(client.merchant) : .refused
        }
        let code = vault.secretCode(of: Array(presented.secret.utf8))
        var slow: [(number: Int64, hash: SlowHash)] = []
        for record in client.secrets where record.isGood(at: now) {
            switch record.secret {
            case .keyed(let kept):
                if isEqual(kept, code) { return .merchant(client.merchant) }
            case .slow(let hash): slow.append((record.number, hash))
            }
        }
        for secret in slow {
            switch await slowChecks.matches(secret.hash, secret.number, presented.secret) {
            case nil: return .overloaded
            case true?: return .merchant(client.merchant)
            case false?: continue
            }
        }
        return .refused
    }

    /// The sandbox's merchant, where the books know no such client; every host is its site.
    private func sandboxMerchant(
        _ dialect: String, _ presented: PresentedCredential
    ) -> MerchantID? {
        guard let sandbox else { return nil }
        guard CardConnectIdentity.isCardSecure(presented.identity) else {
            return sandbox.merchant(dialect: dialect, presented)
        }
        return sandbox.merchant(
            dialect: dialect,
            PresentedCredential(
                identity: CardConnectIdentity.cardSecureSite, secret: presented.secret))
    }

    /// A client by its name; a CardSecure host without a merchant of its own is the site's.
    private func client(_ dialect: String, _ name: String) -> MerchantDirectory.Client? {
        if let client = directory.client(.init(dialect: dialect, name: name)) { return client }
        guard CardConnectIdentity.isCardSecure(name) else { return nil }
        return directory.client(
            .init(dialect: dialect, name: CardConnectIdentity.cardSecureSite))
    }

    /// All bytes are looked at, wherever they differ.
    private func isEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count
            && zip(one, other).reduce(into: UInt8(0)) { $0 |= $1.0 ^ $1.1 } == 0
    }
}

/// Checks slow hashes one after another, and remembers what came of it.
final class SlowChecks: Sendable {
    /// How many may wait; those beyond are told that the server is busy.
    private let maximumWaiting: Int
    /// Wrong secrets that are remembered for each client, so that one that keeps sending an old
    /// secret costs little.
    private static let wrongRemembered = 16

    private struct Memory {
        var waiting = 0
        var right: [Int64: SecretDigest] = [:]
        var wrong: [Int64: [SecretDigest]] = [:]
    }

    private let queue = DispatchQueue(label: "coster.slow-checks")
    private let memory = Mutex(Memory())
    private static let decoy = try? SlowHash(of: "no one's secret")

    init(maximumWaiting: Int = 32) {
        self.maximumWaiting = maximumWaiting
    }

    /// Whether a secret is the one that was hashed; nil where too many wait.
    func matches(_ hash: SlowHash, _ number: Int64, _ secret: String) async -> Bool? {
        if let known = known(number, secret) { return known }
        guard let isRight = await slowly({ hash.matches(secret) }) else { return nil }
        let digest = SecretDigest(secret)
        memory.withLock { memory in
            if isRight {
                memory.right[number] = digest
            } else {
                let kept = (memory.wrong[number] ?? []).suffix(Self.wrongRemembered - 1)
                memory.wrong[number] = kept + [digest]
            }
        }
        return isRight
    }

    /// Takes as long as a check; nil where too many wait.
    func spend(on secret: String) async -> Bool? {
        if let known = known(0, secret) { return known }
        return await matches(Self.decoy ?? SlowHash(salt: [], hash: []), 0, secret)
    }

    private func known(_ number: Int64, _ secret: String) -> Bool? {
        let (right, wrong) = memory.withLock { ($0.right[number], $0.wrong[number] ?? []) }
        if let right, right.matches(secret) { return true }
        return wrong.contains { $0.matches(secret) } ? false : nil
    }

    private func slowly(_ body: @escaping @Sendable () -> Bool) async -> Bool? {
        let hasRoom = memory.withLock { memory in
            guard memory.waiting < maximumWaiting else { return false }
            memory.waiting += 1
            return true
        }
        guard hasRoom else { return nil }
        defer { memory.withLock { $0.waiting -= 1 } }
        return await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: body()) }
        }
    }
}
