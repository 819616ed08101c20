import PaymentDomain

@testable import Vantiv

/// The results that golden exchanges name.
enum OnlineResults {
    /// The result with a name; nil for a name that there is not.
    static func named(_ name: String, order: String) -> Result<PaymentResult, PaymentRefusal>? {
        if let refusal = refusals[name] { return .failure(refusal) }
        if name == "spent-part" { return .failure(.token(spentOnPart)) }
        if let outcome = outcomes[name] {
            return .success(.authorization(authorization(name, outcome, order: order)))
        }
        if name.hasPrefix("declined-") {
            let reason = DeclineReason(networkCode: String(name.dropFirst(9)))
            return .success(
                .authorization(authorization(name, .declined(reason), order: order)))
        }
        if name.hasPrefix("referral-") {
            let network = CardNetwork(rawValue: String(name.dropFirst(9)))
            return .success(
                .authorization(
                    authorization(
                        name, .declined(.referToIssuer), order: order, network: network)))
        }
        if name.hasPrefix("recorded") { return .success(.recorded(recorded(name, order: order))) }
        if name.hasPrefix("kept") { return .success(.kept(kept(name))) }
        if name.hasPrefix("found") { return .success(.found(found(name, order: order))) }
        return nil
    }

    static let handle: VaultHandle = {
        guard let handle = VaultHandle("1112000276870009") else { preconditionFailure() }
        return handle
    }()

    static let number: TransactionNumber = {
        guard let number = TransactionNumber(217_413_620_123_654_321) else { preconditionFailure() }
        return number
    }()

    /// A dollar amount.
    static func dollars(_ cents: Int64) -> Money {
        (try? Money(minorUnits: cents, currency: .usd)) ?? .zero(.usd)
    }

    private static let outcomes: [String: AuthorizationResult.Outcome] = [
        "approved": .approved, "approved-new-card": .approved, "approved-part": .approved,
        "approved-again": .approved, "approved-part-again": .approved,
        "approved-checks": .approved, "unknown": .unknown, "not-sent": .notSent,
    ]

    /// A token that was spent on a payment that was approved in part.
    private static let spentOnPart: TokenRefusal = {
        var token = TokenRefusal(kind: .replayed, code: "replayed", sentence: "Spent.")
        token.spentOn = number
        token.spentOnSameOrder = true
        token.approvedInPart = dollars(1200)
        return token
    }()

    static let refusals: [String: PaymentRefusal] = {
        var all: [PaymentRefusal] = [
            .idempotencyConflict, .inFlight, .amountMissing, .amountZero, .paymentNotFound,
            .cardNotFound, .unsupportedCard, .notSupported, .currencyMismatch, .amountExceeded,
            .depleted,
            .partNotAllowed, .alreadySettled, .notSettled, .tooOld, .registrationNotFound,
            .registrationExpired, .registrationSpent(by: nil), .expiryMissing, .wrongState,
            .reversedSince, .storeUnavailable, .outcomeNotStored, .account(.notFound),
        ]
        all += TokenRefusal.Kind.allCases.map {
            .token(TokenRefusal(kind: $0, code: "token-\($0.rawValue)", sentence: "No."))
        }
        var named = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })
        var own = TokenRefusal(kind: .replayed, code: "token-replayed", sentence: "No.")
        own.spentOnSameOrder = true
        named["token-replayed"] = .token(own)
        // Another order's payment, which has a number.
        own.spentOnSameOrder = false
        own.spentOn = number
        own.approvedInPart = dollars(1200)
        named["token-replayed-elsewhere"] = .token(own)
        return named
    }()

    static func authorization(
        _ name: String, _ outcome: AuthorizationResult.Outcome, order: String,
        network: CardNetwork? = .visa
    ) -> AuthorizationResult {
        let isApproved = outcome == .approved
        let held: Int64 = name.hasPrefix("approved-part") ? 1200 : 1499
        var result = AuthorizationResult(
            paymentID: PaymentID(stored: "p1"), orderReference: order, outcome: outcome,
            amountRequested: dollars(1499), amountAuthorized: dollars(isApproved ? held : 0),
            handle: handle, issuerPrefix: "445701", lastFour: "0009", at: OnlineSamples.now)
        result.network = network
        result.number = number
        result.isNewCard = name == "approved-new-card"
        result.isRepetition = name.hasSuffix("-again")
        if name == "approved-checks" {
            result.addressCheck = .matchWithLongPostalCode
            result.securityCodeCheck = .match
        }
        guard isApproved else { return result }
        result.authorizationCode = "614653"
        result.networkReference = "63225578415568556365452427825"
        return result
    }

    private static func recorded(_ name: String, order: String) -> RecordedResult {
        var result = RecordedResult(
            paymentID: PaymentID(stored: "p1"), operationID: OperationID(stored: "o1"),
            orderReference: order.isEmpty ? "o1" : order, amount: dollars(500),
            refusal: name == "recorded-refused" ? .doNotHonor : nil,
            isAnswered: name != "recorded-unanswered", at: OnlineSamples.now)
        result.number = number
        result.isRepetition = name == "recorded-again"
        return result
    }

    private static func kept(_ name: String) -> KeptCard {
        KeptCard(
            handle: handle, isNew: name == "kept-new", issuerPrefix: "445701", lastFour: "0009",
            network: .visa, at: OnlineSamples.now)
    }

    private static func found(_ name: String, order: String) -> [FoundTransaction] {
        let kinds: [TransactionKind] =
            switch name {
            case "found-nothing": []
            case "found-all": TransactionKind.allCases
            case "found-part": [.authorization, .sale, .capture]
            default: [.sale]
            }
        return kinds.map { kind in
            var transaction = FoundTransaction(
                number: number, kind: kind, orderReference: "o1",
                standing: name == "found-in-progress" ? .inProgress : .done, amount: dollars(1499),
                at: OnlineSamples.now)
            if name == "found-refused" { transaction.standing = .refused(.insufficientFunds) }
            if name == "found-unknown" { transaction.standing = .unknown }
            transaction.clientName = "0180/a0"
            transaction.network = .visa
            if transaction.standing == .done { transaction.authorizationCode = "614653" }
            if name == "found-part" { transaction.payment = foundPart }
            return transaction
        }
    }

    private static let foundPart: FoundPayment = {
        var amounts = PaymentAmounts()
        amounts.authorized = 1200
        return FoundPayment(
            state: .authorized, amounts: amounts, requested: dollars(1499), handle: handle,
            issuerPrefix: "445701", lastFour: "0009", isWallet: false, isSettled: false)
    }()
}
