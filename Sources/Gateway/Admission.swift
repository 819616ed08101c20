import PaymentDomain
import Synchronization

/// Lets a number of requests run at once, and a number wait; the others are rejected at once.
///
/// An endless queue would turn a slow acquirer into answers that nobody waits for any more.
///
/// The requests of one merchant hold no more than a share of the places, so that a merchant whose acquirer is slow
/// leaves some for the others. Requests without a secret have a share together.
final class Admission: Sendable {
    /// The holder of the share that a request takes from.
    enum Holder: Hashable, Sendable {
        case merchant(MerchantID)
        /// A request that brings no secret, or none that is known yet.
        case anonymous
    }

    /// Numbers of requests.
    private struct Places {
        var working = 0
        var waiting = 0

        /// So many of a hundred of the places, but one at least.
        func share(_ percent: Int) -> Places {
            Places(
                working: max(1, working * percent / 100), waiting: max(1, waiting * percent / 100))
        }
    }

    private struct Waiter {
        let holder: Holder
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var working = 0
        var waiting: [Waiter] = []
        var held: [Holder: Places] = [:]
        var turnedAway = 0
    }

    private enum Verdict {
        case enters
        case waits
        case isTurnedAway
    }

    private let all: Places
    private let share: Places
    private let state = Mutex(State())
    private let inside = Atomic(0)

    /// - Parameter share: How many of a hundred places one holder may have.
    init(working: Int, waiting: Int, share: Int = 100) {
        all = Places(working: working, waiting: waiting)
        self.share = all.share(share)
    }

    /// Requests in progress.
    var working: Int { state.withLock { $0.working } }
    /// Requests that wait for their turn.
    var waiting: Int { state.withLock { $0.waiting.count } }
    /// Requests turned away so far.
    var turnedAway: Int { state.withLock { $0.turnedAway } }

    /// Whether as many requests have come in as can work or wait.
    var isFull: Bool {
        inside.load(ordering: .relaxed) >= all.working + all.waiting
    }

    /// A whole request has come in.
    func admit() {
        inside.add(1, ordering: .relaxed)
    }

    /// The reply to a request that came in has gone out, or its connection has.
    func release() {
        inside.subtract(1, ordering: .relaxed)
    }

    /// Does something that a request waits for without a place: a slow check of its password.
    func outside<Value: Sendable, Failure>(
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        release()
        defer { admit() }
        return try await body()
    }

    /// A request was refused.
    func turnAway() {
        state.withLock { $0.turnedAway += 1 }
    }

    /// Whether a request could enter or wait now, whosever it is; a request is asked before its body is
    /// read. No counts as turned away.
    func hasRoom() -> Bool {
        state.withLock { state in
            if state.working < all.working || state.waiting.count < all.waiting { return true }
            state.turnedAway += 1
            return false
        }
    }

    /// Takes a place, after a wait where all are taken. Each yes is given back with ``leave(as:)``.
    func enter(as holder: Holder) async -> Bool {
        if state.withLock({ state in takePlace(&state, holder) }) { return true }
        return await withCheckedContinuation { continuation in
            // Between the two looks a place may have become free.
            let answer: Bool? = state.withLock { state in
                switch verdict(state, holder) {
                case .enters:
                    return takePlace(&state, holder)
                case .waits:
                    state.held[holder, default: Places()].waiting += 1
                    state.waiting.append(Waiter(holder: holder, continuation: continuation))
                    return nil
                case .isTurnedAway:
                    state.turnedAway += 1
                    return false
                }
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// Gives a place back: to the request that has waited longest of those whose share has room, if any.
    func leave(as holder: Holder) {
        let next = state.withLock { state -> Waiter? in
            release(&state, holder)
            return takeWaiter(&state)
        }
        next?.continuation.resume(returning: true)
    }

    private func takePlace(_ state: inout State, _ holder: Holder) -> Bool {
        guard verdict(state, holder) == .enters else { return false }
        state.working += 1
        state.held[holder, default: Places()].working += 1
        return true
    }

    private func release(_ state: inout State, _ holder: Holder) {
        state.working -= 1
        state.held[holder]?.working -= 1
        forget(&state, holder)
    }

    /// Takes the first request of the queue that may enter, and its place.
    private func takeWaiter(_ state: inout State) -> Waiter? {
        guard
            let index = state.waiting.firstIndex(where: { verdict(state, $0.holder) == .enters })
        else { return nil }
        let waiter = state.waiting.remove(at: index)
        state.held[waiter.holder]?.waiting -= 1
        return takePlace(&state, waiter.holder) ? waiter : nil
    }

    /// Keeps no numbers of who holds nothing.
    private func forget(_ state: inout State, _ holder: Holder) {
        guard let held = state.held[holder], held.working == 0, held.waiting == 0 else { return }
        state.held[holder] = nil
    }

    private func verdict(_ state: State, _ holder: Holder) -> Verdict {
        let held = state.held[holder, default: Places()]
        if state.working < all.working, held.working < share.working { return .enters }
        let hasTurn = state.waiting.count < all.waiting && held.waiting < share.waiting
        return hasTurn ? .waits : .isTurnedAway
    }
}
