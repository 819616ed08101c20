import Foundation
import Gateway
import Merchants
import Synchronization

/// Checks slow hashes one after another, and remembers the results.
///
/// Requests that present the same secret at the same time wait for one check: a client with many connections costs one
/// when a server has just started.
final class PasswordVerifier: Sendable {
    /// How many checks may wait; further ones are refused as busy.
    private let maximumWaiting: Int
    /// How many wrong secrets are remembered, of all clients together, so that a client that keeps sending an old one
    /// costs little. One list for all: an unknown name is forgotten no sooner than another, and so can't be
    /// distinguished from it.
    private static let wrongRemembered = 256

    /// The owner of a checked secret. Hashes identify themselves: a restored database may give the numbers of secrets
    /// again.
    private enum Subject: Hashable {
        case client([ScryptHash])
        case nobody(String)

        var hashes: [ScryptHash] {
            switch self {
            case .client(let hashes): hashes
            case .nobody: [PasswordVerifier.decoy]
            }
        }
    }

    /// A check that is under way, and those who wait for it.
    private struct Check {
        let subject: Subject
        let digest: SecretDigest
        /// The client that began it, and is charged for it.
        let name: String
        let address: ClientAddress
        var waiting: [CheckedContinuation<Bool?, Never>]
    }

    private struct Memory {
        var underWay: [Int: Check] = [:]
        var next = 0
        var right: [ScryptHash: SecretDigest] = [:]
        var wrong: [(subject: Subject, digest: SecretDigest)] = []
    }

    private let queue = DispatchQueue(label: "coster.slow-checks")
    private let memory = Mutex(Memory())
    private let limits: FailureLimits
    /// Random for each process, so that no secret is its own.
    private static let decoy = ScryptHash.ofNothing()

    init(maximumWaiting: Int = 32, limits: FailureLimits = FailureLimits()) {
        self.maximumWaiting = maximumWaiting
        self.limits = limits
    }

    /// Whether a secret is one of those that were hashed; nil if too many checks wait, or too many secrets of this client
    /// or from this address were wrong lately.
    func matches(
        _ hashes: [ScryptHash], _ secret: String, of name: String, from address: ClientAddress
    ) async -> Bool? {
        await check(.client(hashes), secret, name, address)
    }

    /// Takes as long as a check of a client's secret, and has its limits; nil if it is over them.
    ///
    /// - Parameter name: Whose secret it would be.
    func spend(on secret: String, of name: String, from address: ClientAddress) async -> Bool? {
        await check(.nobody(name), secret, name, address)
    }

    private func check(
        _ subject: Subject, _ secret: String, _ name: String, _ address: ClientAddress
    ) async -> Bool? {
        if let known = known(subject, secret) { return known }
        return await withCheckedContinuation { continuation in
            let new = Check(
                subject: subject, digest: SecretDigest(secret), name: name, address: address,
                waiting: [continuation])
            switch join(new, secret) {
            case .joined: break
            case .begun(let number): queue.async { self.end(number, secret) }
            case .noRoom: continuation.resume(returning: nil)
            }
        }
    }

    private func known(_ subject: Subject, _ secret: String) -> Bool? {
        let (right, wrong) = memory.withLock { memory in
            (
                subject.hashes.compactMap { memory.right[$0] },
                memory.wrong.filter { $0.subject == subject }
            )
        }
        if right.contains(where: { $0.matches(secret) }) { return true }
        return wrong.contains { $0.digest.matches(secret) } ? false : nil
    }

    private enum Turn {
        case joined
        case begun(Int)
        case noRoom
    }

    /// Joins the check of the same secret, or begins a new one if there is room and its client may still try.
    private func join(_ new: Check, _ secret: String) -> Turn {
        memory.withLock { memory in
            let same = memory.underWay.first {
                $0.value.subject == new.subject && $0.value.digest.matches(secret)
            }
            if let same {
                memory.underWay[same.key]?.waiting += new.waiting
                return .joined
            }
            guard memory.underWay.count < maximumWaiting,
                limits.admits(new.name, from: new.address)
            else { return .noRoom }
            memory.next += 1
            memory.underWay[memory.next] = new
            return .begun(memory.next)
        }
    }

    private func end(_ number: Int, _ secret: String) {
        guard let subject = memory.withLock({ $0.underWay[number]?.subject }) else { return }
        let match = ScryptHash.firstMatch(of: secret, among: subject.hashes)
        let check = memory.withLock { memory in
            let check = memory.underWay.removeValue(forKey: number)
            guard let check else { return check }
            if let match {
                memory.right[match] = check.digest
            } else {
                memory.wrong =
                    memory.wrong.suffix(Self.wrongRemembered - 1) + [(check.subject, check.digest)]
            }
            return check
        }
        guard let check else { return }
        if match != nil { limits.giveBack(check.name, from: check.address) }
        for continuation in check.waiting { continuation.resume(returning: match != nil) }
    }
}
