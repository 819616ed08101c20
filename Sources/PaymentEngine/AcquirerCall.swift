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
        let race = Race<Answer>()
        return await withCheckedContinuation { continuation in
            race.start(continuation)
            // The call begins here and now, without a way through the scheduler.
            let caller = Task.immediate { race.finish(await call()) }
            timeouts.add(race) {
                if race.finish(silence) { caller.cancel() }
            }
        }
    }
}

/// Something that may be over before its time is.
protocol Finishing: Sendable {
    var isFinished: Bool { get }
}

/// A call and its time run for one continuation: the first to finish resumes it, the other is dropped.
private final class Race<Answer: Sendable>: Finishing {
    private struct State {
        var continuation: CheckedContinuation<Answer, Never>?
        var isFinished = false
    }

    private let state = Mutex(State())

    var isFinished: Bool { state.withLock { $0.isFinished } }

    func start(_ continuation: CheckedContinuation<Answer, Never>) {
        state.withLock { $0.continuation = continuation }
    }

    /// - Returns: Whether this was the first.
    @discardableResult
    func finish(_ answer: Answer) -> Bool {
        let continuation = state.withLock { state in
            let pending = state.continuation
            state.continuation = nil
            state.isFinished = true
            return pending
        }
        continuation?.resume(returning: answer)
        return continuation != nil
    }
}
