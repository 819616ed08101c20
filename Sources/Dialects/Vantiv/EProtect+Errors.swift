import DialectKit
import PaymentDomain

// The one mapping of everything that can go wrong to a code of eProtect.
//
// Vantiv's script asks its secondary server after 889, so that 889 is for what was not understood and for our own
// trouble; what any server would refuse again (a token that is not to be trusted, a merchant) has a code of its own.

extension EProtectFault {
    /// The answer to a refused registration.
    init(_ refusal: PaymentRefusal) {
        switch refusal {
        case .token(let token):
            self.init(token)
        case .unsupportedCard:
            self.init(.accountInvalid, refusal.code, "The merchant does not take this card.")
        case .registrationNotFound, .registrationSpent:
            self.init(.registrationInvalid, refusal.code)
        case .registrationExpired:
            self.init(.registrationExpired, refusal.code)
        case .expiryMissing:
            self.init(.expirationInvalid, refusal.code)
        case .storeUnavailable, .outcomeNotStored:
            self = .failure(refusal.code, "Nothing was kept. Send the same request again later.")
        case .inFlight:
            self = .failure(refusal.code, "The same request is still being worked on.")
        // Refusals of payments; a registration isn't a payment.
        case .idempotencyConflict, .amountMissing, .amountZero, .paymentNotFound, .cardNotFound,
            .account, .notSupported, .currencyMismatch, .amountExceeded, .depleted, .partNotAllowed,
            .alreadySettled,
            .notSettled, .tooOld, .wrongState, .reversedSince:
            self.init(.failure, refusal.code)
        }
    }

    /// The answer to a refused Apple Pay token: 888 for all of them, since no other server of the merchant would take
    /// it either.
    init(_ refusal: TokenRefusal) {
        let sentence = refusal.sentence
        let detail =
            switch refusal.kind {
            case .malformed, .unsupportedVersion:
                "\(sentence) Send the fields of Apple's paymentData unchanged, each + as %2B."
            case .unknownKey:
                "\(sentence) Check the merchant's Apple Pay certificate."
            case .stale, .badSignature, .cannotDecrypt, .badPayload:
                "\(sentence) Ask the customer to pay again, and send the token at once."
            // No order comes with a registration; a token that does not fit one is still good.
            case .orderMismatch, .replayed, .spentWithoutPayment: sentence
            case .sandboxSigner:
                "\(sentence) Use a device that is not signed in to Apple's sandbox."
            }
        self.init(.signatureFailed, refusal.code, detail)
    }

    /// The answer to a request that the gateway stopped.
    init(_ refusal: GatewayRefusal) {
        let reason = refusal.rawValue
        switch refusal {
        case .unauthorized:
            self.init(.merchantNotAuthorized, reason, "No merchant has this paypageId.")
        case .bodyTooLarge:
            self = Self.failure(reason, "The request is too large.").on(413)
        case .bodyIncomplete:
            self = Self.failure(reason, "The request ended early. Send it again.").on(400)
        case .overloaded:
            self = Self.failure(reason, "Too many requests. Send the same request again later.")
                .on(503, mayRepeat: true)
        case .rateLimited:
            self = Self.failure(reason, "Too many requests for this paypageId. Send fewer.")
                .on(429, mayRepeat: true)
        case .internalError:
            self = Self.failure(reason, "The service has failed.").on(500)
        }
    }

    /// The answer to a form that cannot be read.
    init(_ error: FormReadError) {
        self = .failure(error.code, error.sentence)
    }
}
