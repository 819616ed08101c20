/// The books of an acquirer that believes what it is told.
///
/// It books each authorization and each advice once by its identifier, whatever the amounts: what a service does wrong
/// is then seen in its books, and not refused by them. What it does refuse, as an issuer does now and then, it
/// refuses for good.
struct HostLedger: Sendable {
    /// What is asked for at `/authorizations`.
    struct Authorization: Sendable, Hashable, Codable {
        let id: String
        let merchantNumber: String
        let currency: String
        let requested: Int64
        let approved: Int64
        let lastFour: String
        let isCredit: Bool
    }

    /// What is told at `/advices`.
    struct Advice: Sendable, Hashable, Codable {
        enum Kind: String, Sendable, Codable, CaseIterable {
            case capture, refund, release, captureVoid, refundVoid, reversal
        }

        let id: String
        let kind: Kind
        let authorizationID: String
        let merchantNumber: String
        let currency: String
        let amount: Int64
    }

    /// All that came under one authorization.
    struct Account: Sendable, Hashable {
        /// Nil where only its reversal came, or that came first.
        var authorization: Authorization?
        var isReversed = false
        var advices: [Advice] = []
        /// What it was told of, and refused.
        var refused: [Advice] = []

        /// What was told of a kind.
        func told(_ kind: Advice.Kind) -> Int64 {
            advices.reduce(0) { $1.kind == kind ? $0 + $1.amount : $0 }
        }

        /// What the issuer holds or took, before captures and releases.
        var held: Int64 {
            guard let authorization, !isReversed, !authorization.isCredit else { return 0 }
            return authorization.approved
        }
        var captured: Int64 { told(.capture) - told(.captureVoid) }
        var refunded: Int64 { isCredit ? told(.refund) : told(.refund) - told(.refundVoid) }
        var released: Int64 { told(.release) }
        /// What a card was given without a payment, and not taken back.
        var credited: Int64 {
            guard isCredit, let authorization, !isReversed else { return 0 }
            return authorization.approved - told(.refundVoid)
        }
        /// Whether anybody's money is touched by it.
        var stands: Bool { held > 0 || captured != 0 || refunded != 0 || credited != 0 }

        private var isCredit: Bool { authorization?.isCredit == true }
    }

    /// What became of an authorization.
    enum Outcome: String, Sendable, Codable {
        case held
        case reversedBefore = "reversed-before"
        case another
    }

    /// What became of an advice.
    enum AdviceOutcome: Sendable, Hashable {
        case booked, refused, another
    }

    private(set) var accounts: [String: Account] = [:]
    private var advices: [String: (advice: Advice, outcome: AdviceOutcome)] = [:]
    /// How often an authorization or an advice came again.
    private(set) var repetitions = 0

    /// Holds, once.
    mutating func book(_ authorization: Authorization) -> Outcome {
        let account = accounts[authorization.id]
        if let known = account?.authorization {
            repetitions += 1
            return known == authorization ? .held : .another
        }
        if account?.isReversed == true { return .reversedBefore }
        accounts[authorization.id, default: Account()].authorization = authorization
        return .held
    }

    /// Books an advice, or refuses it, once.
    ///
    /// - Parameter isRefused: Whether it is, where it was not told before. A reversal never is: what it undoes may not
    ///   even have come.
    mutating func book(_ advice: Advice, isRefused: Bool = false) -> AdviceOutcome {
        if let known = advices[advice.id] {
            repetitions += 1
            return known.advice == advice ? known.outcome : .another
        }
        let isRefused = isRefused && advice.kind != .reversal
        advices[advice.id] = (advice, isRefused ? .refused : .booked)
        var account = accounts[advice.authorizationID] ?? Account()
        if isRefused {
            account.refused.append(advice)
        } else {
            account.advices.append(advice)
            if advice.kind == .reversal { account.isReversed = true }
        }
        accounts[advice.authorizationID] = account
        return isRefused ? .refused : .booked
    }
}
