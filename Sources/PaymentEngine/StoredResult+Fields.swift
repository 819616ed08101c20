import PaymentDomain

// What each result is kept as, and how it is read back: writer and reader lie side by side, in one order.

extension AuthorizationResult {
    var storedFields: [String?] {
        [
            paymentID.value, orderReference, outcome.storedName, amountRequested.currency.code,
            String(amountRequested.minorUnits), String(amountAuthorized.minorUnits),
            handle.value, issuerPrefix, lastFour, String(at.milliseconds), authorizationCode,
            networkReference, addressCheck?.rawValue, securityCodeCheck?.rawValue,
            amexChecks?.name.rawValue, amexChecks?.phone.rawValue, amexChecks?.email.rawValue,
            originalLastFour, network?.rawValue, number?.description, isNewCard ? "new" : nil,
            expiry.map { String($0.year * 100 + $0.month) },
        ]
    }

    init?(_ reader: inout FieldReader) {
        guard let payment = reader.optional(), let order = reader.optional(),
            let outcome = reader.optional().flatMap(Outcome.init(storedName:)),
            let currency = reader.optional().flatMap({ Currency(code: $0) }),
            let requested = reader.money(currency), let authorized = reader.money(currency),
            let handle = reader.optional().flatMap({ VaultHandle($0) }),
            let prefix = reader.optional(), let lastFour = reader.optional(),
            let at = reader.number()
        else { return nil }
        self.init(
            paymentID: PaymentID(stored: payment), orderReference: order, outcome: outcome,
            amountRequested: requested, amountAuthorized: authorized, handle: handle,
            issuerPrefix: prefix, lastFour: lastFour, at: Timestamp(milliseconds: at))
        authorizationCode = reader.optional()
        networkReference = reader.optional()
        addressCheck = reader.named()
        securityCodeCheck = reader.named()
        let checks = (
            reader.named(AmexChecks.Check.self), reader.named(AmexChecks.Check.self),
            reader.named(AmexChecks.Check.self)
        )
        if let name = checks.0, let phone = checks.1, let email = checks.2 {
            amexChecks = AmexChecks(name: name, phone: phone, email: email)
        }
        originalLastFour = reader.optional()
        network = reader.named()
        number = reader.number().flatMap { TransactionNumber($0) }
        isNewCard = reader.optional() != nil
        expiry = reader.expiry()
    }
}

extension AuthorizationResult.Outcome {
    /// The outcome's name; a decline's is its reason's code.
    fileprivate var storedName: String {
        switch self {
        case .approved: "approved"
        case .declined(let reason): "declined " + reason.rawValue
        case .notSent: "notSent"
        case .unknown: "unknown"
        }
    }

    fileprivate init?(storedName: String) {
        switch storedName {
        case "approved": self = .approved
        case "notSent": self = .notSent
        case "unknown": self = .unknown
        default:
            guard storedName.hasPrefix("declined "),
                let reason = DeclineReason(rawValue: String(storedName.dropFirst(9)))
            else { return nil }
            self = .declined(reason)
        }
    }
}

extension RecordedResult {
    var storedFields: [String?] {
        [
            paymentID.value, operationID.value, orderReference, amount.currency.code,
            String(amount.minorUnits), isAnswered ? "answered" : "waiting",
            String(at.milliseconds), refusal?.rawValue, number?.description,
        ]
    }

    init?(_ reader: inout FieldReader) {
        guard let payment = reader.optional(), let operation = reader.optional(),
            let order = reader.optional(),
            let currency = reader.optional().flatMap({ Currency(code: $0) }),
            let amount = reader.money(currency), let answered = reader.optional(),
            let at = reader.number()
        else { return nil }
        self.init(
            paymentID: PaymentID(stored: payment), operationID: OperationID(stored: operation),
            orderReference: order, amount: amount, refusal: reader.named(),
            isAnswered: answered == "answered", at: Timestamp(milliseconds: at))
        number = reader.number().flatMap { TransactionNumber($0) }
    }
}

extension FundsResult {
    var storedFields: [String?] {
        [availability.rawValue, renewalAttempted ? "renewed" : "asked", orderReference]
    }

    init?(_ reader: inout FieldReader) {
        guard let availability = reader.named(Availability.self),
            let renewal = reader.optional(), let order = reader.optional()
        else { return nil }
        self.init(
            availability: availability, renewalAttempted: renewal == "renewed",
            orderReference: order)
    }
}
