import PaymentDomain
import PaymentEngine

/// An acquirer that answers by documented tables, so that every outcome of a payment can be tried.
///
/// The amount decides the outcome of an authorization, unless a dialect's own test values do; docs/protocols/sandbox.md has the
/// tables. It has a ledger of its own, so that it can be compared with ours.
package struct SandboxAcquirer: AcquirerLine {
    private let host: any SandboxHost
    private let timing: SandboxTiming
    private let now: @Sendable () -> Timestamp

    /// An acquirer whose ledger a host keeps.
    ///
    /// - Parameter now: The clock, which is read before anything is sent.
    package init(
        host: any SandboxHost, timing: SandboxTiming = SandboxTiming(),
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.host = host
        self.timing = timing
        self.now = now
    }

    /// All: it is there to try them.
    package var capabilities: LineCapabilities { .all }

    /// Answers an authorization or a credit by its script or its amount.
    package func authorize(_ request: AcquirerAuthorization) async -> AcquirerAnswer {
        guard now() <= request.sendBy else { return .notSent }
        guard !hasExpired(request) else {
            return .declined(.expiredCard, SandboxChecks.checks(of: request))
        }
        switch SandboxAnswer(request) {
        case .approve:
            return await hold(request.amount, for: request)
        case .approvePart(let units):
            guard request.allowsPartialApproval, let part = part(units, of: request) else {
                return .declined(.insufficientFunds, SandboxChecks.checks(of: request))
            }
            return await hold(part, for: request)
        case .decline(let reason):
            return .declined(reason, SandboxChecks.checks(of: request))
        case .holdInSilence:
            _ = await hold(request.amount, for: request)
            _ = await timing.wait(timing.silence)
            return .unknown
        case .silence:
            _ = await timing.wait(timing.silence)
            return .unknown
        case .answerLate:
            let answer = await hold(request.amount, for: request)
            return await timing.wait(timing.lateness) ? answer : .unknown
        case .refuseConnection:
            return .notSent
        }
    }

    /// Books a message, once.
    package func advise(_ advice: AcquirerAdvice) async -> AdviceOutcome {
        let outcome = await host.book(advice)
        if outcome == .unanswered { _ = await timing.wait(timing.silence) }
        return outcome
    }

    private func hold(
        _ amount: Money, for request: AcquirerAuthorization
    ) async -> AcquirerAnswer {
        let checks = SandboxChecks.checks(of: request)
        switch await host.hold(SandboxHold(amount, for: request)) {
        case .held:
            return .approved(
                AcquirerApproval(
                    amount: amount,
                    authorizationCode: authorizationCode(for: request),
                    networkReference: SandboxNumbers.networkReference(for: request.id),
                    checks: checks))
        case .reversedBefore: return .declined(.noActionTaken, checks)
        case .isAnother: return .declined(.duplicateTransmission, checks)
        case .refused: return .declined(.systemMalfunction, checks)
        case .notSent: return .notSent
        case .unknown: return .unknown
        }
    }

    /// A card without an end, as a credit's may be, has not ended.
    private func hasExpired(_ request: AcquirerAuthorization) -> Bool {
        if request.script?.ignoresExpiry == true { return false }
        return request.expiry?.hasPassed(at: request.identity.transmittedAt) ?? false
    }

    /// The tables' own code, else the one that was given elsewhere, else one of ours.
    private func authorizationCode(for request: AcquirerAuthorization) -> String {
        if let code = request.script?.authorizationCode { return code }
        if case .priorApproval(code: let code?) = request.purpose { return code }
        return SandboxNumbers.authorizationCode(for: request.id)
    }

    /// A part of the requested amount; nil if that is nothing or more. A credit is given whole.
    private func part(_ units: Int64, of request: AcquirerAuthorization) -> Money? {
        guard units > 0, units <= request.amount.minorUnits, request.purpose != .credit else {
            return nil
        }
        // Less than an amount is an amount.
        return try? Money(minorUnits: units, currency: request.amount.currency)
    }
}
