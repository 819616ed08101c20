import Synchronization

/// How many servers work on the same books, as one of them last saw it.
final class ServerCount: Sendable {
    /// How long a server that said that it runs is taken for running, in seconds: three of its beats. One that is silent for
    /// longer is not waited for, and lets nobody in before it has looked at the books again.
    static let aliveSeconds: Int64 = 10

    private let count = Atomic<Int>(1)

    /// The servers, this one among them.
    var value: Int { count.load(ordering: .relaxed) }

    /// Notes what was seen; this one runs in any case.
    func set(_ seen: Int) {
        count.store(max(1, seen), ordering: .relaxed)
    }
}
