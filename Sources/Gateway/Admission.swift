import Synchronization

/// Lets a number of requests work at once, and a number wait; the rest are turned away at once.
///
/// A queue without an end turns a slow acquirer into answers that nobody waits for any more.
final class Admission: Sendable {
    private struct State {
        var working = 0
        var waiting: [CheckedContinuation<Bool, Never>] = []
        var turnedAway = 0
    }

    private enum Verdict {
        case enters
        case waits
        case isTurnedAway
    }

    private let maximumWorking: Int
    private let maximumWaiting: Int
    private let state = Mutex(State())
    private let inside = Atomic(0)

    init(working: Int, waiting: Int) {
        maximumWorking = working
        maximumWaiting = waiting
    }

    /// Requests in work.
    var working: Int { state.withLock { $0.working } }
    /// Requests that wait for their turn.
    var waiting: Int { state.withLock { $0.waiting.count } }
    /// Requests turned away so far.
    var turnedAway: Int { state.withLock { $0.turnedAway } }

    /// Whether as many requests have come in as can work or wait.
    var isFull: Bool {
        inside.load(ordering: .relaxed) >= maximumWorking + maximumWaiting
    }

    /// A whole request has come in.
    func comeIn() {
        inside.add(1, ordering: .relaxed)
    }

    /// The reply to a request that came in has gone out, or its connection has.
    func goOut() {
        inside.subtract(1, ordering: .relaxed)
    }

    /// A request was refused.
    func turnAway() {
        state.withLock { $0.turnedAway += 1 }
    }

    /// Whether a request could enter or wait now; a request is asked before its body is read. No
    /// counts as turned away.
    func hasRoom() -> Bool {
        state.withLock { state in
            if verdict(state) != .isTurnedAway { return true }
            state.turnedAway += 1
            return false
        }
    }

    /// Takes a place, after a wait where all are taken. Each yes is given back with ``leave()``.
    func enter() async -> Bool {
        if state.withLock({ state in takePlace(&state) }) { return true }
        return await withCheckedContinuation { continuation in
            // Between the two looks a place may have become free.
            let answer: Bool? = state.withLock { state in
                switch verdict(state) {
                case .enters:
                    state.working += 1
                    return true
                case .waits:
                    state.waiting.append(continuation)
                    return nil
                case .isTurnedAway:
                    state.turnedAway += 1
                    return false
                }
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// Gives a place back: to the request that has waited longest, if any.
    func leave() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.working -= 1
            return nil
        }
        next?.resume(returning: true)
    }

    private func takePlace(_ state: inout State) -> Bool {
        guard verdict(state) == .enters else { return false }
        state.working += 1
        return true
    }

    private func verdict(_ state: State) -> Verdict {
        if state.working < maximumWorking { return .enters }
        return state.waiting.count < maximumWaiting ? .waits : .isTurnedAway
    }
}
