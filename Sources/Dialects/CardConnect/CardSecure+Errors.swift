import DialectKit
import PaymentDomain

// The one mapping of everything that can go wrong to an error code of CardSecure.
//
// The documents name the codes and not what leads to them, but for one: an expired payload is a "decryption failure"
// (24) in the edition of 2024, an "encryption failure" (17) in the older one. The HTTP status of an error is not
// documented either: 400 for what the client can mend, 404 for what is not there, 5xx for our own trouble.

extension CardSecureFault {
    /// The answer to a refused command.
    init(_ refusal: PaymentRefusal) {
        let reason = refusal.code
        switch refusal {
        case .token(let token): self.init(token)
        case .cardNotFound, .account, .registrationNotFound, .paymentNotFound:
            self.init(.notFound, reason, status: 404)
        case .registrationExpired: self.init(.purged, reason)
        case .registrationSpent, .idempotencyConflict: self.init(.duplicate, reason)
        case .unsupportedCard: self.init(.badFormat, reason)
        case .expiryMissing: self.init(.missingParameter, reason)
        case .inFlight: self.init(.serverFailed, reason, status: 503, mayRepeat: true)
        case .storeUnavailable, .outcomeNotStored:
            self.init(.databaseProblem, reason, status: 503, mayRepeat: true)
        // Refusals of payments; a tokenization isn't a payment.
        case .amountMissing, .amountZero, .notSupported, .currencyMismatch, .amountExceeded,
            .depleted,
            .partNotAllowed, .alreadySettled, .notSettled, .tooOld, .wrongState, .reversedSince:
            self.init(.invalidAction, reason)
        }
    }

    /// The answer to a refused Apple Pay token. To a client one that is forged is one that does not decrypt.
    private init(_ token: TokenRefusal) {
        let code: CardSecureCode =
            switch token.kind {
            case .malformed: .wrongCryptoLength
            case .unsupportedVersion: .wrongVersion
            case .unknownKey: .keyNotFound
            case .replayed, .spentWithoutPayment: .duplicate
            case .badSignature, .stale, .cannotDecrypt, .badPayload, .orderMismatch,
                .sandboxSigner:
                .decryptionFailure
            }
        self.init(code, token.code)
    }

    /// The answer to a request that the gateway stopped.
    init(_ refusal: GatewayRefusal) {
        let reason = refusal.rawValue
        switch refusal {
        case .unauthorized: self.init(.unknownSite, reason)
        case .bodyTooLarge: self.init(.tooLong, reason, status: 413)
        case .bodyIncomplete: self.init(.tooShort, reason)
        case .overloaded: self.init(.serverFailed, reason, status: 503, mayRepeat: true)
        case .rateLimited: self.init(.serverFailed, reason, status: 429, mayRepeat: true)
        case .internalError: self.init(.serverFailed, reason, status: 500)
        }
    }

    /// The answer to a field that cannot be read.
    init(_ fault: CardConnectFieldFault) {
        switch fault {
        case .wrongKind: self.init(.deserialization, fault.rawValue)
        case .tooLong: self.init(.tooLong, fault.rawValue)
        }
    }

    /// The answer to a request that broke a rule.
    init(_ rule: CardSecureRule) {
        let code: CardSecureCode =
            switch rule {
            case .sourceMissing, .handlerMissing, .messageMissing, .partMissing, .partEmpty:
                .missingParameter
            case .twoSources: .invalidAction
            case .handlerUnsupported: .unknownAlgorithm
            case .accountTooLong, .expiryTooLong, .codeTooLong, .partTooLong:
                .tooLong
            case .accountEmpty, .deviceDataEmpty: .empty
            case .accountNotDigits, .expiryNotDigits, .codeNotDigits: .notDigits
            case .accountTooShort, .expiryTooShort, .codeTooShort: .tooShort
            case .accountFailsLuhn: .failsLuhn
            case .accountUnknownNetwork: .badFormat
            case .bankAccount, .partUnknown, .partNotHex: .illegalCharacters
            case .expiryImpossible: .wrongMessageLength
            case .partRepeated: .duplicate
            case .partNotBase64: .badBase64
            case .curveTypeWrong: .wrongCurveType
            }
        self.init(code, rule.rawValue)
    }
}
