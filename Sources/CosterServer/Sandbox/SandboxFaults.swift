import CardVault
import PaymentDomain
import PaymentEngine

#if canImport(Glibc)
    import Glibc
#endif

/// A sandbox server that kills itself at a named step, as a power cut would, so that client developers can see the
/// effect. Set `COSTER_SANDBOX_STOP_AT`; only `--sandbox` reads it.
struct SandboxFaults: Sendable {
    /// The steps at which a process can be made to die.
    enum Step: String, Sendable, CaseIterable {
        case beforeIntent = "before-intent"
        case afterIntent = "after-intent"
        case beforeSend = "before-send"
        case afterSend = "after-send"
        case beforeOutcome = "before-outcome"
        case afterOutcome = "after-outcome"
        case beforeReserve = "before-reserve"
        case afterReserve = "after-reserve"
        case beforeAdvise = "before-advise"
        case afterAdvise = "after-advise"
        case beforeConclude = "before-conclude"
        case afterConclude = "after-conclude"
    }

    private let stopAt: Step

    /// The setting's fault, or nil if there isn't one.
    init?(setting: String?) throws(CosterFailure) {
        guard let setting else { return nil }
        guard let step = Step(rawValue: setting) else {
            let steps = Step.allCases.map(\.rawValue).joined(separator: ", ")
            throw CosterFailure(
                .configuration, "Invalid value for `sandbox-stop-at`. Use one of: \(steps).")
        }
        stopAt = step
    }

    /// Dies here, without any chance to tidy up, where this is the step.
    func reached(_ step: Step) {
        if step == stopAt { kill(getpid(), SIGKILL) }
    }
}

/// An acquirer's line that dies around its calls.
struct FaultyAcquirer: Acquirer {
    let line: any Acquirer
    let faults: SandboxFaults

    func authorize(_ request: AcquirerAuthorization) async -> AcquirerAnswer {
        faults.reached(.beforeSend)
        let outcome = await line.authorize(request)
        faults.reached(.afterSend)
        return outcome
    }

    func advise(_ advice: AcquirerAdvice) async -> AdviceOutcome {
        faults.reached(.beforeAdvise)
        let outcome = await line.advise(advice)
        faults.reached(.afterAdvise)
        return outcome
    }
}

/// A ledger that dies around its writes.
struct FaultyLedger: PaymentLedger {
    let ledger: any PaymentLedger
    let faults: SandboxFaults

    func traceNumber() async throws(StoreError) -> Int64 {
        try await ledger.traceNumber()
    }

    func begin(_ intent: AuthorizationIntent) async throws(StoreError) -> BeginOutcome {
        faults.reached(.beforeIntent)
        let outcome = try await ledger.begin(intent)
        faults.reached(.afterIntent)
        return outcome
    }

    func finish(_ ending: AuthorizationEnding) async throws(StoreError) -> AnswerOutcome {
        faults.reached(.beforeOutcome)
        let outcome = try await ledger.finish(ending)
        faults.reached(.afterOutcome)
        return outcome
    }

    func change(_ step: PaymentStep) async throws(StoreError) -> StepOutcome {
        faults.reached(.beforeReserve)
        let outcome = try await ledger.change(step)
        faults.reached(.afterReserve)
        return outcome
    }

    func conclude(_ conclusion: AdviceConclusion) async throws(StoreError) -> AnswerOutcome {
        faults.reached(.beforeConclude)
        let outcome = try await ledger.conclude(conclusion)
        faults.reached(.afterConclude)
        return outcome
    }

    func postpone(
        _ delivery: Delivery, until: Timestamp, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        try await ledger.postpone(delivery, until: until, at: now)
    }
}
