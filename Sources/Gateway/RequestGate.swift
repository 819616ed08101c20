import Synchronization

/// Lets a bounded number of requests work at once, and a bounded number wait; the rest is refused at once, so that a
/// server under too much load answers a part of it well.
final class RequestGate: Sendable {
    private struct State {
        var active = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
        var firstWaiter = 0

        var waiting: Int { waiters.count - firstWaiter }
    }

    private let concurrent: Int
    private let queued: Int
    private let state = Mutex(State())

    init(concurrent: Int, queued: Int) {
        self.concurrent = concurrent
        self.queued = queued
    }

    var active: Int { state.withLock { $0.active } }
    var waiting: Int { state.withLock { $0.waiting } }

    /// Waits for a place; false where even the queue is full.
    func enter() async -> Bool {
        enum Entry { case work, wait, refuse }
        let entry = state.withLock { state -> Entry in
            if state.active < concurrent {
                state.active += 1
                return .work
            }
            return state.waiting < queued ? .wait : .refuse
        }
        switch entry {
        case .work: return true
        case .refuse: return false
        case .wait: return await wait()
        }
    }

    private func wait() async -> Bool {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isFree = state.withLock { state in
                if state.active < concurrent {
                    state.active += 1
                    return true
                }
                state.waiters.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
        return true
    }

    /// Gives the place to the one who waited longest.
    func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting > 0 else {
                state.active -= 1
                return nil
            }
            let waiter = state.waiters[state.firstWaiter]
            state.firstWaiter += 1
            if state.firstWaiter == state.waiters.count {
                state.waiters.removeAll(keepingCapacity: true)
                state.firstWaiter = 0
            }
            return waiter
        }
        next?.resume()
    }
}

/// Whether the server is on its way out.
final class DrainFlag: Sendable {
    private let flag = Atomic<Bool>(false)

    var isDraining: Bool { flag.load(ordering: .relaxed) }

    func begin() { flag.store(true, ordering: .relaxed) }
}
