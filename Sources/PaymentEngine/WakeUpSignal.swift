import PaymentDomain
import Synchronization

/// Wakes the delivery worker.
package final class WakeUpSignal: Sendable {
    private struct State {
        var isGiven = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// A signal that hasn't been given.
    package init() {}

    /// Wakes the worker, or keeps it from the next wait.
    package func signal() {
        let waiter = state.withLock { state in
            let waiter = state.waiter
            state.waiter = nil
            state.isGiven = waiter == nil
            return waiter
        }
        waiter?.resume()
    }

    /// Waits for the signal, the interval's end or cancellation, whichever comes first.
    func wait(atMost interval: Duration, clock: EngineClock) async {
        let timer = Task {
            await clock.sleep(interval)
            if !Task.isCancelled { signal() }
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isGiven || Task.isCancelled {
                        state.isGiven = false
                        return true
                    }
                    state.waiter = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            signal()
        }
        timer.cancel()
    }
}
