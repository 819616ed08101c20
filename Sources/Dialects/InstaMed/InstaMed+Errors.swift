import DialectKit
import PaymentDomain

// The one mapping of everything that can go wrong to an error of InstaMed.
//
// InstaMed documents the form of an error and one number, 400. A decline is no error and never comes from here; an
// unknown outcome is one, so that no client can take it for a decline and ship, or charge another card.

extension InstaMedFault {
    /// The request never left us.
    static let notSent = InstaMedFault(
        .tryLater, "not-sent",
        "The card network could not be reached. Nothing was charged. Send the same request again later."
    )

    /// The same for a payment with Apple Pay: the token was spent with the intent.
    static let notSentAndSpent = InstaMedFault(
        .refused, "not-sent",
        "The card network could not be reached. Nothing was charged. The applePayTokenID is used up: ask the customer to pay again."
    )

    /// No answer came.
    static let unknown = InstaMedFault(
        .outcomeUnknown, "outcome-unknown",
        "No answer came from the card network. The outcome is unknown and is being reversed. Do not take it for paid."
    )

    /// No answer has come yet.
    static let stillUnknown = InstaMedFault(
        .outcomeUnknown, "outcome-unknown",
        "The outcome of this transaction is not known yet. Ask again later.")

    /// Another request is in progress.
    static func stillInWork(_ code: Code) -> InstaMedFault {
        InstaMedFault(
            code, PaymentRefusal.inFlight.code,
            "The same request, or the payment that it is about, is still being worked on. Send it again later."
        )
    }

    /// The error for a refused command.
    init(_ refusal: PaymentRefusal) {
        switch refusal {
        case .token(let token):
            self.init(token)
        case .storeUnavailable:
            self.init(
                .tryLater, refusal.code, "Nothing was done. Send the same request again later.")
        case .inFlight: self = .stillInWork(.tryLater)
        case .outcomeNotStored:
            self.init(
                .outcomeUnknown, refusal.code,
                "The outcome is not known: it stands, or is being reversed. Do not take it for paid: void it, or look for it later."
            )
        case .idempotencyConflict, .amountMissing, .amountZero, .paymentNotFound, .cardNotFound,
            .unsupportedCard, .notSupported, .currencyMismatch, .amountExceeded, .depleted,
            .partNotAllowed,
            .alreadySettled, .notSettled, .tooOld, .registrationNotFound, .registrationExpired,
            .registrationSpent, .expiryMissing, .wrongState, .reversedSince:
            self.init(.refused, refusal.code, Self.sentence(refusal))
        }
    }

    private static func sentence(_ refusal: PaymentRefusal) -> String {
        switch refusal {
        case .amountMissing: "No amount was sent."
        case .amountZero: "The amount must be more than zero."
        case .paymentNotFound:
            "No transaction of this merchant has this primaryTransactionID."
        case .cardNotFound: "No stored card of this merchant has this name."
        case .unsupportedCard: "The merchant does not take this card."
        case .notSupported: "The merchant's acquirer does not take this transaction."
        case .currencyMismatch: "The currency is not the transaction's."
        case .amountExceeded: "The amount is more than what is left of the original transaction."
        case .depleted:
            "Nothing is left of the original transaction: it was captured, refunded or voided."
        case .partNotAllowed: "Only the whole transaction can be voided."
        case .alreadySettled:
            "The transfer of funds has started. Send SimpleRefund in place of Void."
        case .notSettled: "The transaction is not settled yet. Send Void."
        case .tooOld: "The transaction is more than one year old."
        case .registrationNotFound:
            "The applePayTokenID is unknown at this merchant, store and terminal."
        case .registrationExpired:
            "The applePayTokenID has expired. Ask the customer to pay again."
        case .registrationSpent:
            "The applePayTokenID was used before, and may have been paid with. Look for that payment first."
        case .expiryMissing: "cardExpDate is missing, and is not known from before."
        case .reversedSince: "It was done before, and taken back since. Nothing was done."
        case .wrongState:
            "The transaction is in no state for this: it was declined, voided or refunded, or is not captured."
        case .token, .storeUnavailable, .inFlight, .outcomeNotStored, .idempotencyConflict:
            "The request was refused."
        }
    }

    /// The error for a refused Apple Pay token.
    init(_ refusal: TokenRefusal) {
        let sentence =
            switch refusal.kind {
            case .malformed, .unsupportedVersion:
                "\(refusal.sentence) Send Apple's paymentData unchanged and percent-encoded, each plus sign as hex 2B."
            case .unknownKey:
                "\(refusal.sentence) Check the merchant's Apple Pay certificate."
            case .stale, .badSignature, .cannotDecrypt, .badPayload:
                "\(refusal.sentence) Ask the customer to pay again, and send the token at once."
            case .sandboxSigner:
                "\(refusal.sentence) Use a device that is not signed in to Apple's sandbox."
            // A token that does not fit the order is still good for its own.
            case .orderMismatch, .replayed, .spentWithoutPayment: refusal.sentence
            }
        self.init(.refused, refusal.code, sentence)
    }

    /// The error for a request that the gateway stopped.
    init(_ refusal: GatewayRefusal) {
        let reason = refusal.rawValue
        switch refusal {
        case .unauthorized:
            // Source: InstaMed's sign-on page words it so.
            self = Self(.unauthorized, reason, "Invalid AccountID or Password.").on(401)
        case .bodyTooLarge:
            self = Self(.refused, reason, "The request is too large.").on(413)
        case .bodyIncomplete:
            self = Self(.refused, reason, "The request ended early. Send it again.").on(400)
        case .overloaded:
            self = Self(
                .tryLater, reason, "Too many requests. Send the same request again later."
            ).on(503, mayRepeat: true)
        case .rateLimited:
            self = Self(.tryLater, reason, "Too many requests of this user. Send fewer.")
                .on(429, mayRepeat: true)
        case .internalError:
            self = Self(.failed, reason, "An unexpected error occurred.").on(500)
        }
    }

    /// The error for a form that cannot be read.
    init(_ error: FormReadError) {
        self.init(.refused, error.code, error.sentence)
    }
}
