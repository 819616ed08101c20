import PaymentDomain

/// The results that golden exchanges name.
enum ScriptedResults {
    /// The result with a name; nil for a name that there is not.
    static func named(_ name: String, order: String) -> Result<PaymentResult, PaymentRefusal>? {
        if let refusal = refusals[name] { return .failure(refusal) }
        if let outcome = outcomes[name] {
            return .success(.authorization(authorization(name, outcome, order: order)))
        }
        if let funds = funds[name] {
            return .success(
                .funds(
                    FundsResult(
                        availability: funds.0, renewalAttempted: funds.1, orderReference: order)))
        }
        if name.hasPrefix("recorded") { return .success(.recorded(recorded(name, order: order))) }
        return opened(name).map { .success(.opened($0)) }
    }

    private static let outcomes: [String: AuthorizationResult.Outcome] = [
        "approved-sample": .approved, "approved-unverified": .approved,
        "approved-amex": .approved, "approved-mastercard": .approved,
        "approved-mismatch": .approved, "unknown": .unknown, "not-sent": .notSent,
        "declined-funds": .declined(.insufficientFunds), "declined-lost": .declined(.lostCard),
    ]

    private static let funds: [String: (FundsResult.Availability, Bool)] = [
        "funds-available": (.available, false), "funds-renewed": (.available, true),
        "funds-unavailable": (.unavailable, false), "funds-unknown": (.unknown, false),
    ]

    private static let refusals: [String: PaymentRefusal] = [
        "idempotency-conflict": .idempotencyConflict, "in-flight": .inFlight,
        "store-unavailable": .storeUnavailable, "outcome-not-stored": .outcomeNotStored,
        "unsupported-card": .unsupportedCard, "card-not-found": .cardNotFound,
        "payment-not-found": .paymentNotFound,
        "wrong-state": .wrongState, "amount-exceeded": .amountExceeded,
        "currency-mismatch": .currencyMismatch,
        "token-stale": token(.stale, "stale-signing-time", "Apple signed this token too long ago."),
        "token-replayed": token(
            .replayed, "token-replayed", "This token was used before. Look for its payment."),
        "token-signature": token(.badSignature, "bad-signature", "Apple did not sign this token."),
        "token-unknown-key": token(.unknownKey, "unknown-key", "The token is for another key."),
        "token-order-mismatch": token(
            .orderMismatch, "amount-mismatch",
            "The cardholder approved another amount; send the order as approved."),
    ]

    private static func token(
        _ kind: TokenRefusal.Kind, _ code: String, _ sentence: String
    ) -> PaymentRefusal {
        .token(TokenRefusal(kind: kind, code: code, sentence: sentence))
    }

    private static func authorization(
        _ name: String, _ outcome: AuthorizationResult.Outcome, order: String
    ) -> AuthorizationResult {
        let isApproved = outcome == .approved
        var result = AuthorizationResult(
            paymentID: PaymentID(stored: "p1"), orderReference: order, outcome: outcome,
            amountRequested: Samples.dollars(1499),
            amountAuthorized: Samples.dollars(isApproved ? 1499 : 0), handle: Samples.handle,
            issuerPrefix: "405413", lastFour: "6965", at: Samples.now)
        result.network = .visa
        guard isApproved else { return result }
        result.authorizationCode = "614653"
        result.originalLastFour = "3238"
        switch name {
        case "approved-amex":
            result.network = .amex
            result.addressCheck = .match
            result.securityCodeCheck = .match
            result.amexChecks = AmexChecks(name: .match, phone: .unavailable, email: .noMatch)
        case "approved-mastercard":
            result.network = .mastercard
            result.addressCheck = .postalCodeOnly
        case "approved-mismatch", "approved-unverified":
            result.addressCheck = .noMatch
            result.securityCodeCheck = .noMatch
            result.originalLastFour = nil
        default: break
        }
        return result
    }

    private static func recorded(_ name: String, order: String) -> RecordedResult {
        RecordedResult(
            paymentID: PaymentID(stored: "p1"), operationID: OperationID(stored: "o1"),
            orderReference: order, amount: Samples.dollars(500),
            refusal: name == "recorded-refused" ? .doNotHonor : nil,
            isAnswered: name != "recorded-unanswered", at: Samples.now)
    }

    private static func opened(_ name: String) -> OpenedToken? {
        guard name.hasPrefix("opened"), let pan = try? PAN(digits: "5204242750270044"),
            let expiry = CardExpiry(year: 2031, month: 7)
        else { return nil }
        var card = KeyedCard(pan: pan, expiry: expiry)
        card.cryptogram = Cryptogram([2, 0, 0, 0, 0, 0, 6, 78, 3, 89, 158, 2, 219, 204, 148, 64])
        card.eci = name == "opened" ? ECI("07") : nil
        return OpenedToken(
            card: card, amount: Samples.dollars(1499),
            cardholderName: name == "opened" ? "John & Jane Smith" : nil,
            deviceManufacturerIdentifier: "040010030273", paymentDataType: "3DSecure",
            transactionID: "84a7e175")
    }
}
