import PaymentDomain
import PaymentEngine
import SQLiteBooks

/// An acquirer that answers by documented tables, so that every outcome of a payment can be tried.
///
/// The amount alone decides what becomes of an authorization; docs/sandbox.md has the tables. It
/// keeps books of its own, so that they can be compared with ours.
public struct SandboxAcquirer: Acquirer {
    private let books: SandboxBooks
    private let timing: SandboxTiming

    /// An acquirer with these books.
    public init(books: SandboxBooks, timing: SandboxTiming = SandboxTiming()) {
        self.books = books
        self.timing = timing
    }

    /// Answers an authorization by its amount.
    public func authorize(_ request: AcquirerAuthorization) async -> AcquirerOutcome {
        guard !request.expiry.hasPassed(at: request.transmittedAt) else {
            return .declined(.expiredCard, SandboxChecks.checks(of: request))
        }
        switch SandboxAnswer(request.amount) {
        case .approve:
            return await hold(request.amount, for: request)
        case .approveHalf:
            guard request.allowsPartialApproval, let half = half(of: request.amount) else {
                return .declined(.insufficientFunds, SandboxChecks.checks(of: request))
            }
            return await hold(half, for: request)
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

    /// Books an advice, once.
    public func advise(_ advice: AcquirerAdvice) async -> AdviceOutcome {
        let outcome: AdviceOutcome
        do {
            outcome = try await books.book(advice)
        } catch {
            // Whatever failed, the same advice comes again and finds what was booked.
            return .unanswered
        }
        if outcome == .unanswered { _ = await timing.wait(timing.silence) }
        return outcome
    }

    private func hold(
        _ amount: Money, for request: AcquirerAuthorization
    ) async -> AcquirerOutcome {
        let checks = SandboxChecks.checks(of: request)
        do {
            switch try await books.hold(amount, for: request) {
            case .held:
                return .approved(
                    AcquirerApproval(
                        amount: amount,
                        authorizationCode: SandboxNumbers.authorizationCode(for: request.id),
                        networkReference: SandboxNumbers.networkReference(for: request.id),
                        checks: checks))
            case .reversedBefore: return .declined(.noActionTaken, checks)
            case .isAnother: return .declined(.duplicateTransmission, checks)
            }
        } catch .unavailable, .corrupt {
            // Nothing was booked, so a refusal is the truth.
            return .declined(.systemMalfunction, checks)
        } catch {
            return .unknown
        }
    }

    /// Half, rounded down to minor units; nil where that is nothing.
    private func half(of amount: Money) -> Money? {
        let units = amount.minorUnits / 2
        guard units > 0 else { return nil }
        // Half of an amount is an amount.
        return try? Money(minorUnits: units, currency: amount.currency)
    }
}
