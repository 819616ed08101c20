import PaymentDomain
import PaymentEngine

#if canImport(Glibc)
    import Glibc
#endif

/// A named step at which a server kills itself, as a power cut would, so that client developers can see the effect.
package enum CrashPoint: String, Sendable, CaseIterable {
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

    /// Dies here, without any chance to tidy up, if this is the step.
    func reached(_ step: CrashPoint) {
        if step == self { kill(getpid(), SIGKILL) }
    }
}

/// An acquirer's line that dies around its calls.
package struct CrashingAcquirer: AcquirerLine {
    private let line: any AcquirerLine
    private let point: CrashPoint

    /// A line that dies at a step.
    package init(_ line: any AcquirerLine, at point: CrashPoint) {
        self.line = line
        self.point = point
    }

    package var capabilities: LineCapabilities { line.capabilities }

    package func authorize(_ request: AcquirerAuthorization) async -> AcquirerAnswer {
        point.reached(.beforeSend)
        let outcome = await line.authorize(request)
        point.reached(.afterSend)
        return outcome
    }

    package func advise(_ advice: AcquirerAdvice) async -> AdviceOutcome {
        point.reached(.beforeAdvise)
        let outcome = await line.advise(advice)
        point.reached(.afterAdvise)
        return outcome
    }
}

/// A ledger that dies around its writes.
package struct CrashingLedger: PaymentLedger {
    private let ledger: any PaymentLedger
    private let point: CrashPoint

    /// A ledger that dies at a step.
    package init(_ ledger: any PaymentLedger, at point: CrashPoint) {
        self.ledger = ledger
        self.point = point
    }

    package func traceNumber() async throws(StoreError) -> Int64 {
        try await ledger.traceNumber()
    }

    package func begin(_ intent: AuthorizationIntent) async throws(StoreError) -> BeginOutcome {
        point.reached(.beforeIntent)
        let outcome = try await ledger.begin(intent)
        point.reached(.afterIntent)
        return outcome
    }

    package func reroute(
        _ payment: PaymentID, to line: LineID, as merchant: AcquirerMerchant
    ) async throws(StoreError) -> Bool {
        try await ledger.reroute(payment, to: line, as: merchant)
    }

    package func finish(_ ending: AuthorizationEnding) async throws(StoreError) -> AnswerOutcome {
        point.reached(.beforeOutcome)
        let outcome = try await ledger.finish(ending)
        point.reached(.afterOutcome)
        return outcome
    }

    package func change(_ step: PaymentStep) async throws(StoreError) -> StepOutcome {
        point.reached(.beforeReserve)
        let outcome = try await ledger.change(step)
        point.reached(.afterReserve)
        return outcome
    }

    package func conclude(_ conclusion: AdviceConclusion) async throws(StoreError) -> AnswerOutcome
    {
        point.reached(.beforeConclude)
        let outcome = try await ledger.conclude(conclusion)
        point.reached(.afterConclude)
        return outcome
    }

    package func postpone(
        _ delivery: Delivery, until: Timestamp, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        try await ledger.postpone(delivery, until: until, at: now)
    }
}
