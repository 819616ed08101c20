import PaymentDomain
import Synchronization

extension PaymentEngine {
    /// Step 4: asks the acquirer, with a time limit. Silence means unknown, never declined.
    func ask(_ id: LineID, _ message: AcquirerAuthorization) async -> AcquirerAnswer {
        guard let line = ports.lines.line(id) else { return .notSent }
        return await firstAnswer(orElse: .unknown) { await line.authorize(message) }
    }

    /// Sends a message to the acquirer, with a time limit.
    func tell(_ advice: AcquirerAdvice) async -> AdviceOutcome {
        guard let line = ports.lines.line(advice.line) else { return .unanswered }
        return await firstAnswer(orElse: .unanswered) { await line.advise(advice) }
    }

    /// The call's answer, or `silence` at the time limit. A call that takes longer is cancelled and its answer dropped:
    /// the database says unknown by then, and a late approval doesn't revive the payment.
    private func firstAnswer<Answer: Sendable>(
        orElse silence: Answer, _ call: @escaping @Sendable () async -> Answer
    ) async -> Answer {
        let race = Race(orElse: silence)
        return await withCheckedContinuation { continuation in
            race.start(continuation)
            // The call begins here and now, without a way through the scheduler.
            race.callIs(Task.immediate { race.finish(await call()) })
            timeouts.add(race)
        }
    }
}

/// Something that is to be over by a time.
protocol Finishing: Sendable {
    var isFinished: Bool { get }

    /// Ends what is not finished: its time is over.
    func expire()
}

/// A call and its time run for one continuation: the first to finish resumes it, the other is dropped.
private final class Race<Answer: Sendable>: Finishing {
    private struct State {
        var continuation: CheckedContinuation<Answer, Never>?
        var call: Task<Void, Never>?
        var isFinished = false
    }

    private let silence: Answer
    private let state = Mutex(State())

    init(orElse silence: Answer) {
        self.silence = silence
    }

    var isFinished: Bool { state.withLock { $0.isFinished } }

    func start(_ continuation: CheckedContinuation<Answer, Never>) {
        state.withLock { $0.continuation = continuation }
    }

    /// Says which task makes the call; one that has answered already is not kept.
    func callIs(_ call: Task<Void, Never>) {
        state.withLock { state in
            if !state.isFinished { state.call = call }
        }
    }

    func finish(_ answer: Answer) {
        _ = end(with: answer)
    }

    func expire() {
        end(with: silence)?.cancel()
    }

    /// - Returns: The call, where this ended the race before it answered.
    private func end(with answer: Answer) -> Task<Void, Never>? {
        let (continuation, call) = state.withLock { state in
            let pending = (state.continuation, state.call)
            state = State(isFinished: true)
            return pending
        }
        continuation?.resume(returning: answer)
        return continuation == nil ? nil : call
    }
}
