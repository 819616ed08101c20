import PaymentDomain
import PaymentEngine

/// What the sandbox does with an authorization or a credit, read from its script or its amount.
///
/// Source: our own table, docs/sandbox.md.
enum SandboxAnswer: Hashable {
    /// Holds the whole amount.
    case approve
    /// Holds this many minor units of it, or refuses where the shop takes no part.
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
        case PrintedAmount(7000, "00"): self = .approve
        case PrintedAmount(7000, "10"): self = .approvePart(amount.minorUnits / 2)
        case PrintedAmount(7100, "01"): self = .holdInSilence
        case PrintedAmount(7100, "02"): self = .silence
        case PrintedAmount(7100, "03"): self = .answerLate
        case PrintedAmount(7100, "04"): self = .refuseConnection
        case .some(let printed) where printed.major == 7000:
            self = .decline(DeclineReason(networkCode: printed.cents))
        case .some, nil: self = .approve
        }
    }
}

/// What the sandbox does with an advice, read from its amount alone.
enum SandboxAdviceAnswer: Hashable {
    /// Answers from its books.
    case answer
    /// Books it, and says nothing the first time.
    case bookInSilence
    /// Loses it ``SandboxLimits/lostTries`` times.
    case lose
    /// Refuses it.
    case refuse

    /// The answer to an amount.
    init(_ amount: Money) {
        switch PrintedAmount(amount) {
        case PrintedAmount(7200, "01"): self = .bookInSilence
        case PrintedAmount(7200, "02"): self = .lose
        case PrintedAmount(7200, "05"): self = .refuse
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
    let cents: String

    init(_ major: Int64, _ cents: String) {
        self.major = major
        self.cents = cents
    }

    init?(_ amount: Money) {
        let halves = amount.decimal.split(separator: ".")
        guard halves.count == 2, let major = Int64(halves[0]), halves[1].utf8.count >= 2,
            halves[1].dropFirst(2).allSatisfy({ $0 == "0" })
        else { return nil }
        self.init(major, String(halves[1].prefix(2)))
    }
}
