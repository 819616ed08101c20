import Foundation
import Gateway
import Merchants
import Synchronization

/// Checks slow hashes one after another, and remembers what came of it.
///
/// Requests that present the same secret at the same time wait for one check: a client with many
/// connections costs one when a server has just started.
final class SlowChecks: Sendable {
    /// How many checks may wait; who brings one more is told that the server is busy.
    private let maximumWaiting: Int
    /// Wrong secrets that are remembered, of whomever, so that a client that keeps sending an old
    /// one costs little. One list for all: a name that nobody has is forgotten no sooner than
    /// another, and so is not told from it.
    private static let wrongRemembered = 256

    /// Whose secret is checked. A hash stands for itself: the numbers of secrets are given anew in books
    /// that were put back.
    private enum Subject: Hashable {
        case secret(SlowHash)
        case nobody(String)
    }

    /// A check that is under way, and those who wait for it.
    private struct Check {
        let subject: Subject
        let digest: SecretDigest
        var waiting: [CheckedContinuation<Bool?, Never>]
    }

    private struct Memory {
        var underWay: [Int: Check] = [:]
        var next = 0
        var right: [Subject: SecretDigest] = [:]
        var wrong: [(subject: Subject, digest: SecretDigest)] = []
    }

    private let queue = DispatchQueue(label: "coster.slow-checks")
    private let memory = Mutex(Memory())
    private static let decoy = try? SlowHash(of: "no one's secret")

    init(maximumWaiting: Int = 32) {
        self.maximumWaiting = maximumWaiting
    }

    /// Whether a secret is the one that was hashed; nil where too many checks wait.
    func matches(_ hash: SlowHash, _ secret: String) async -> Bool? {
        await check(hash, .secret(hash), secret)
    }

    /// Takes as long as a check; nil where too many wait.
    ///
    /// - Parameter name: Whose secret it would be.
    func spend(on secret: String, of name: String) async -> Bool? {
        await check(Self.decoy ?? SlowHash(salt: [], hash: []), .nobody(name), secret)
    }

    private func check(_ hash: SlowHash, _ subject: Subject, _ secret: String) async -> Bool? {
        if let known = known(subject, secret) { return known }
        return await withCheckedContinuation { continuation in
            wait(for: hash, subject, secret, continuation)
        }
    }

    private func known(_ subject: Subject, _ secret: String) -> Bool? {
        let (right, wrong) = memory.withLock { memory in
            (memory.right[subject], memory.wrong.filter { $0.subject == subject })
        }
        if let right, right.matches(secret) { return true }
        return wrong.contains { $0.digest.matches(secret) } ? false : nil
    }

    private enum Turn {
        case joined
        case begun(Int)
        case noRoom
    }

    /// Joins the check of the same secret, or begins one where there is room.
    private func wait(
        for hash: SlowHash, _ subject: Subject, _ secret: String,
        _ continuation: CheckedContinuation<Bool?, Never>
    ) {
        let turn = memory.withLock { memory -> Turn in
            let same = memory.underWay.first {
                $0.value.subject == subject && $0.value.digest.matches(secret)
            }
            if let same {
                memory.underWay[same.key]?.waiting.append(continuation)
                return .joined
            }
            guard memory.underWay.count < maximumWaiting else { return .noRoom }
            memory.next += 1
            memory.underWay[memory.next] = Check(
                subject: subject, digest: SecretDigest(secret), waiting: [continuation])
            return .begun(memory.next)
        }
        switch turn {
        case .joined: break
        case .begun(let place): queue.async { self.end(place, isRight: hash.matches(secret)) }
        case .noRoom: continuation.resume(returning: nil)
        }
    }

    private func end(_ place: Int, isRight: Bool) {
        let check = memory.withLock { memory in
            let check = memory.underWay.removeValue(forKey: place)
            guard let check else { return check }
            if isRight {
                memory.right[check.subject] = check.digest
            } else {
                memory.wrong =
                    memory.wrong.suffix(Self.wrongRemembered - 1) + [(check.subject, check.digest)]
            }
            return check
        }
        for continuation in check?.waiting ?? [] { continuation.resume(returning: isRight) }
    }
}
