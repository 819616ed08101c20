import PaymentDomain
import Synchronization

extension PaymentEngine {
    /// Step 4: asks the acquirer, and gives up after its time. Silence is unknown, never a decline.
    func ask(_ message: AcquirerAuthorization) async -> AcquirerOutcome {
        let acquirer = ports.acquirer
        return await firstAnswer(orElse: .unknown) { await acquirer.authorize(message) }
    }

    /// Tells the acquirer, and gives up after its time.
    func tell(_ advice: AcquirerAdvice) async -> AdviceOutcome {
        let acquirer = ports.acquirer
        return await firstAnswer(orElse: .unanswered) { await acquirer.advise(advice) }
    }

    /// The call's answer, or `silence` once the time is over. A call that outlives its time is cancelled and its
    /// answer dropped: by then the books say unknown, and a late approval does not revive the payment.
    private func firstAnswer<Answer: Sendable>(
        orElse silence: Answer, _ call: @escaping @Sendable () async -> Answer
    ) async -> Answer {
        let timeout = acquirerTimeout
        let clock = ports.clock
        let race = Race<Answer>()
        return await withCheckedContinuation { continuation in
            race.start(continuation)
            let caller = Task { race.finish(await call()) }
            let timer = Task {
                await clock.sleep(timeout)
                if race.finish(silence) { caller.cancel() }
            }
            race.onFinish { timer.cancel() }
        }
    }
}

/// Two tasks run for one continuation: the first to finish resumes it, the other is dropped.
private final class Race<Answer: Sendable>: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Answer, Never>?
        var isFinished = false
        var cleanUp: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    func start(_ continuation: CheckedContinuation<Answer, Never>) {
        state.withLock { $0.continuation = continuation }
    }

    func onFinish(_ cleanUp: @escaping @Sendable () -> Void) {
        let isFinished = state.withLock { state in
            if !state.isFinished { state.cleanUp = cleanUp }
            return state.isFinished
        }
        if isFinished { cleanUp() }
    }

    /// - Returns: Whether this was the first.
    @discardableResult
    func finish(_ answer: Answer) -> Bool {
        let (continuation, cleanUp) = state.withLock { state in
            let pending = (state.continuation, state.cleanUp)
            state.continuation = nil
            state.cleanUp = nil
            state.isFinished = true
            return pending
        }
        cleanUp?()
        continuation?.resume(returning: answer)
        return continuation != nil
    }
}
