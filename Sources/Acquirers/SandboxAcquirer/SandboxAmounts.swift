import PaymentDomain
import PaymentEngine

/// The sandbox's answer to an authorization or a credit, by its script or its amount.
///
/// Source: our own table, docs/protocols/sandbox.md.
enum SandboxAnswer: Hashable {
    /// Holds the whole amount.
    case approve
    /// Holds this many minor units of it, or refuses if the shop accepts no part.
    case approvePart(Int64)
    /// Refuses.
    case decline(DeclineReason)
    /// Holds it, and never says so.
    case holdInSilence
    /// Hears nothing, holds nothing, says nothing.
    case silence
    /// Holds it, and says so when no one listens any more.
    case answerLate
    /// Is not there at all.
    case refuseConnection

    /// The answer to a request: by its script, where that has a verdict, else by its amount.
    init(_ request: AcquirerAuthorization) {
        switch request.script?.verdict {
        case .approve: self = .approve
        case .approvePart(let units): self = .approvePart(units)
        case .decline(let reason): self = .decline(reason)
        case nil: self = SandboxAnswer(request.amount)
        }
    }

    /// The answer to an amount.
    init(_ amount: Money) {
        switch PrintedAmount(amount) {
        case PrintedAmount(7000, 0): self = .approve
        case PrintedAmount(7000, 10): self = .approvePart(amount.minorUnits / 2)
        case PrintedAmount(7100, 1): self = .holdInSilence
        case PrintedAmount(7100, 2): self = .silence
        case PrintedAmount(7100, 3): self = .answerLate
        case PrintedAmount(7100, 4): self = .refuseConnection
        case .some(let printed) where printed.major == 7000:
            self = .decline(DeclineReason(networkCode: printed.centDigits))
        case .some, nil: self = .approve
        }
    }
}

/// The sandbox's answer to a message, by its amount alone.
enum SandboxAdviceAnswer: Hashable {
    /// Answers from its ledger.
    case answer
    /// Carries it out, and stays silent the first time.
    case bookInSilence
    /// Loses it ``SandboxLimits/lostTries`` times.
    case lose
    /// Refuses it.
    case refuse

    /// The answer to an amount.
    init(_ amount: Money) {
        switch PrintedAmount(amount) {
        case PrintedAmount(7200, 1): self = .bookInSilence
        case PrintedAmount(7200, 2): self = .lose
        case PrintedAmount(7200, 5): self = .refuse
        case .some, nil: self = .answer
        }
    }
}

/// An amount as it is printed: whole units, and the two digits after the point.
///
/// Currencies without decimals print no such digits and so have no test amounts; in those with
/// three, the third must be zero.
private struct PrintedAmount: Hashable {
    let major: Int64
    let cents: Int64

    init(_ major: Int64, _ cents: Int64) {
        self.major = major
        self.cents = cents
    }

    init?(_ amount: Money) {
        guard amount.currency.exponent >= 2 else { return nil }
        var units = amount.minorUnits
        for _ in 2..<amount.currency.exponent {
            guard units.isMultiple(of: 10) else { return nil }
            units /= 10
        }
        self.init(units / 100, units % 100)
    }

    var centDigits: String { cents < 10 ? "0\(cents)" : "\(cents)" }
}
