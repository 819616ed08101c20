import DialectKit
import PaymentDomain

// The one mapping of everything that can go wrong to a Fault and its status.

extension RadialFault {
    /// The Fault for a request that gave no command.
    init(_ problem: RadialProblem) {
        switch problem {
        case .unreadable(let error): self.init(error)
        case .broken(let rule): self.init(rule)
        }
    }

    private static let cardNotTaken =
        "This store does not take this kind of card. Ask for another card."
    private static let requestNotTaken =
        "This store's acquirer does not take this request. Check its lines and routes."

    /// The Fault for a refused command.
    ///
    /// - Parameter isCredit: Whether money was to be given back: then what is left is not that of the hold.
    init(_ refusal: PaymentRefusal, isCredit: Bool = false) {
        switch refusal {
        case .token(let token):
            self.init(token)
        case .idempotencyConflict:
            self.init(
                409, .duplicateRequest, refusal.code,
                "This requestId was used for another request, which stands as it was answered. Use a new one for another operation only."
            )
        case .inFlight:
            self.init(
                409, .requestInProgress, refusal.code,
                "This request is still being worked on. Repeat it, unchanged, a little later.",
                mayRepeat: true)
        case .amountMissing:
            self.init(400, .invalidAmount, refusal.code, "Amount is missing. Send it.")
        case .amountZero:
            self.init(RadialRule.amountZero)
        case .paymentNotFound:
            self.init(
                404, .noAuthFound, refusal.code,
                "There is no authorization for this order and account. Check both.")
        case .cardNotFound, .account, .registrationNotFound, .registrationExpired,
            .registrationSpent:
            self.init(
                404, .tokenNotFound, refusal.code,
                "No card has this PaymentAccountUniqueId. Send the token of an earlier reply."
            )
        case .expiryMissing:
            self.init(
                400, .invalidRequest, refusal.code, "The card's end is not known. Send it.")
        case .unsupportedCard, .notSupported:
            let sentence = refusal == .unsupportedCard ? Self.cardNotTaken : Self.requestNotTaken
            self.init(400, .tenderGatewayConfiguration, refusal.code, sentence)
        case .currencyMismatch:
            self.init(
                400, .invalidAmount, refusal.code,
                "The currency is not that of the authorization. Send the same.")
        case .amountExceeded, .depleted:
            let left =
                isCredit ? "was captured and is not refunded yet" : "is left of the authorization"
            self.init(
                400, .invalidAmount, refusal.code,
                "The amount is more than \(left). Send less.")
        case .wrongState, .partNotAllowed, .alreadySettled, .notSettled, .tooOld, .reversedSince:
            self.init(
                409, .invalidPaymentState, refusal.code,
                "The payment is in no state for this, or was given up. Do not repeat the request.")
        case .storeUnavailable:
            self.init(
                503, .serviceUnavailable, refusal.code,
                "Nothing was done. Repeat the same request later.", mayRepeat: true)
        case .outcomeNotStored:
            self.init(
                503, .serviceUnavailable, refusal.code,
                "The outcome is not known: it stands, or is being reversed. Repeat the same request, with its requestId, to learn which.",
                mayRepeat: true)
        }
    }

    /// The Fault for a refused Apple Pay token.
    init(_ refusal: TokenRefusal) {
        let sentence = refusal.sentence
        switch refusal.kind {
        case .malformed, .unsupportedVersion:
            self.init(
                400, .invalidWalletPayment, refusal.code,
                "\(sentence) Send the fields of Apple's paymentData unchanged.")
        // The digest is over ApplicationData too, which a shop that forwards fields one by one forgets first.
        case .badSignature where refusal.code == RadialLimits.digestMismatch:
            self.init(
                400, .invalidWalletPayment, refusal.code,
                "\(sentence) This includes ApplicationData, if the payment request had applicationData."
            )
        case .badSignature, .cannotDecrypt:
            self.init(
                400, .invalidWalletPayment, refusal.code,
                "\(sentence) Do not repeat the request; ask the customer to pay again.")
        case .stale:
            self.init(
                400, .invalidWalletPayment, refusal.code,
                "\(sentence) Ask the customer to pay again, and send the token at once.")
        case .replayed, .spentWithoutPayment:
            self.init(409, .duplicateWalletPayment, refusal.code, sentence)
        case .unknownKey:
            self.init(
                400, .walletConfiguration, refusal.code,
                "\(sentence) Check the store's Apple Pay certificate.")
        // The sentence says what to do: an expired card needs something else than another currency.
        case .orderMismatch, .badPayload:
            self.init(400, .invalidWalletPayment, refusal.code, sentence)
        case .sandboxSigner:
            self.init(
                400, .invalidWalletPayment, refusal.code,
                "\(sentence) Use a device that is not signed in to Apple's sandbox.")
        }
    }

    /// The Fault for a request that the gateway stopped.
    init(_ refusal: GatewayRefusal) {
        let reason = refusal.rawValue
        switch refusal {
        case .unauthorized:
            self.init(
                401, .notAuthorized, reason,
                "The header apikey is missing or is not the key of this store.")
        case .bodyTooLarge:
            self.init(413, .requestTooLarge, reason, "The body is too large. Send less.")
        case .bodyIncomplete:
            self.init(
                400, .malformedRequest, reason, "The body ended early. Send the request again.")
        case .overloaded:
            self.init(
                503, .serviceUnavailable, reason,
                "Too many requests. Nothing was done; repeat the same request later.",
                mayRepeat: true)
        case .rateLimited:
            self.init(
                429, .serviceUnavailable, reason,
                "Too many requests of this store. Nothing was done; send fewer.",
                mayRepeat: true)
        case .internalError:
            self.init(
                500, .systemError, reason,
                "The service has failed. Repeat only with the same requestId.")
        }
    }

    /// The Fault for an operation that the acquirer refused; the amounts are as before. It is the answer to its
    /// requestId, also if that is sent again: a repetition must not carry out an operation that the shop knows as
    /// refused.
    init(acquirerRefusal reason: DeclineReason) {
        self.init(
            422, .paymentRefused, "acquirer-refused",
            "The acquirer refused with \(reason.radialCodes.authorization). Nothing has changed. To try again, use a new requestId."
        )
    }

    init(
        _ status: Int, _ code: Code, _ reason: String, _ sentence: String, mayRepeat: Bool = false
    ) {
        self.init(
            status: status, code: code, reason: reason, sentence: sentence, mayRepeat: mayRepeat)
    }
}
