import DialectKit
import PaymentDomain
import StrictXML

// The one mapping of everything that can go wrong to a code, or to the root's message.

extension VantivCode {
    /// The code of a refused command.
    ///
    /// A request that may have reached an issuer gets 370, which asks for a person: no client may take it for a decline
    /// and pay again. A request that wasn't carried out gets a code that says so.
    init(_ refusal: PaymentRefusal, of transaction: VantivTransaction) {
        switch refusal {
        case .token(let token): self = VantivCode(token, of: transaction)
        // Another order or amount under the id of an approved transaction.
        case .idempotencyConflict: self = .duplicateTransaction
        // The first request, or another that this one depends on, is still under way: its outcome is not known yet.
        case .inFlight: self = .systemError
        case .amountMissing, .amountZero, .currencyMismatch: self = .invalidAmount
        case .paymentNotFound: self = .transactionNotFound
        case .cardNotFound, .account: self = .tokenNotFound
        case .unsupportedCard: self = .invalidPaymentType
        case .notSupported: self = .invalidTransaction
        case .amountExceeded:
            switch transaction {
            case .capture: self = .captureTooLarge
            case .credit: self = .creditTooLarge
            case .authReversal: self = .reversalMismatch
            case .authorization, .sale, .captureGivenAuth, .forceCapture, .void,
                .registerTokenRequest, .queryTransaction:
                self = .invalidAmount
            }
        case .depleted: self = transaction == .credit ? .creditTooLarge : .depleted
        case .partNotAllowed: self = .reversalMismatch
        case .alreadySettled: self = .alreadySettled
        // Spent is answered like unknown: who holds a spent one learns nothing more.
        case .registrationNotFound, .registrationSpent: self = .registrationInvalid
        case .registrationExpired: self = .registrationExpired
        case .expiryMissing: self = .invalidExpirationDate
        // To a client a transaction that can't be captured, credited or voided is missing.
        // Source: Vantiv's certification: the void of the declined order 6 gets 360.
        case .wrongState, .notSettled, .tooOld: self = .transactionNotFound
        // 251 means an approved payment, and the first answer would be "approved".
        case .reversedSince: self = .invalidTransaction
        // Nothing was done: the same request may be repeated.
        case .storeUnavailable: self = .tryAgainLater
        case .outcomeNotStored: self = .systemError
        }
    }

    /// The code of a refused Apple Pay token.
    ///
    /// Source: Vantiv, 530 "Apple Pay Key Mismatch" is a publicKeyHash that isn't configured, 531 "Apple Pay Decryption
    /// Failed" the rest. A spent token gets 251 if the first payment with it is approved, and may be the one that the
    /// client asks for: nobody may pay again for it. A payment of another order, or of another amount, isn't what the
    /// client asks for, and a shop that took it for this order's would deliver without money. A fresh token for another
    /// amount gets 340.
    private init(_ token: TokenRefusal, of transaction: VantivTransaction) {
        switch token.kind {
        case .unknownKey: self = .applePayKeyMismatch
        case .replayed:
            self =
                token.tellsItsPayment(to: transaction)
                ? .duplicateTransaction : .applePayDecryptionFailed
        case .orderMismatch: self = .invalidAmount
        case .malformed, .unsupportedVersion, .badSignature, .stale, .spentWithoutPayment,
            .cannotDecrypt,
            .badPayload, .sandboxSigner:
            self = .applePayDecryptionFailed
        }
    }

    /// The code of an authorization's outcome.
    ///
    /// Silence isn't a decline: 370, since an amount may be held until our reversal is acknowledged. A request that was
    /// never sent gets 100, soft: nothing is held, and it may be tried again. Not with the same Apple Pay token or
    /// registration id: these were spent before it was to leave, and get 531 and 877 from then on.
    init(_ result: AuthorizationResult) {
        switch result.outcome {
        case .approved:
            self =
                result.amountAuthorized.minorUnits < result.amountRequested.minorUnits
                ? .partiallyApproved : .approved
        case .declined(let reason):
            self = VantivCode(of: result.processorCode) ?? VantivCode(reason, result.network)
        case .notSent: self = .processingNetworkUnavailable
        case .unknown: self = .systemError
        }
    }
}

extension TokenRefusal {
    /// Whether the payment that a token was spent on may be the one that the client asks for. A stored card has no
    /// order.
    func tellsItsPayment(to transaction: VantivTransaction) -> Bool {
        spentOnSameOrder || transaction == .registerTokenRequest
    }
}

extension VantivFault {
    /// The root for a body that isn't a document.
    init(_ error: XMLReadError) {
        self.init(
            reason: error.code,
            message: "Error validating xml data against the schema: "
                + error.sentence)
    }

    /// The root for a request that does not fit its content model.
    init(_ fault: SchemaFault) {
        self.init(
            reason: fault.rule.rawValue,
            message: "Error validating xml data against the schema: " + fault.sentence)
    }

    /// The root for a request that the gateway stopped.
    ///
    /// Source: Vantiv's sandbox page and litle-sdk-for-java issue 53: wrong credentials get HTTP 200
    /// and "System Error - Call Vantiv". The others are faults of the transport.
    init(_ refusal: GatewayRefusal) {
        let reason = refusal.rawValue
        switch refusal {
        case .unauthorized:
            self.init(reason: reason, message: "System Error - Call Vantiv")
        case .bodyTooLarge:
            self.init(status: 413, reason: reason, message: "The request is too large.")
        case .bodyIncomplete:
            self.init(status: 400, reason: reason, message: "The request ended early.")
        case .overloaded:
            self.init(
                status: 503, reason: reason,
                message: "Too many requests. Nothing was done; try again later.",
                mayRepeat: true)
        case .rateLimited:
            self.init(
                status: 429, reason: reason,
                message: "Too many requests of this user. Nothing was done; send fewer.",
                mayRepeat: true)
        case .internalError:
            self.init(
                status: 500, reason: reason,
                message: "System Error - Call Vantiv. The outcome is not known.")
        }
    }
}
