import PaymentDomain
import Synchronization

/// Wakes the delivery worker.
public final class DeliveryBell: Sendable {
    private struct State {
        var hasRung = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// A bell that has not rung.
    public init() {}

    /// Something was queued.
    public func ring() {
        let waiter = state.withLock { state in
            let waiter = state.waiter
            state.waiter = nil
            state.hasRung = waiter == nil
            return waiter
        }
        waiter?.resume()
    }

    /// Waits for the bell, the interval's end or cancellation, whichever comes first.
    func wait(atMost interval: Duration, clock: EngineClock) async {
        let timer = Task {
            await clock.sleep(interval)
            if !Task.isCancelled { ring() }
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.hasRung || Task.isCancelled {
                        state.hasRung = false
                        return true
                    }
                    state.waiter = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            ring()
        }
        timer.cancel()
    }
}
