import ApplePayToken
import PaymentDomain

// What is spent by a command, and what a refusal says of that.

extension TokenRefusal {
    /// Whether Apple signed it, and the books know it where it has paid.
    var mayHavePaid: Bool {
        switch kind {
        case .stale, .replayed, .unknownKey, .cannotDecrypt: true
        case .malformed, .unsupportedVersion, .badSignature, .spentInVain, .badPayload,
            .orderMismatch, .sandboxSigner:
            false
        }
    }
}

extension PaymentRefusal {
    /// Whether an earlier request may have done what is refused now, and the database can tell.
    ///
    /// A request that is invalid by itself was refused the first time too. A payload that Apple did not sign repeats
    /// nobody's request, whatever transaction it names; a key that is retired since, or a card that has expired, says
    /// nothing of that.
    var mayBeOfRepetition: Bool {
        switch self {
        case .storeUnavailable, .outcomeNotStored, .takenBack, .amountMissing, .amountZero,
            .currencyMismatch, .unsupportedCard:
            false
        case .token(let token):
            switch token.kind {
            case .malformed, .unsupportedVersion, .badSignature, .sandboxSigner: false
            case .stale, .replayed, .spentInVain, .unknownKey, .cannotDecrypt, .badPayload,
                .orderMismatch:
                true
            }
        case .idempotencyConflict, .inFlight, .paymentNotFound, .cardNotFound, .amountExceeded,
            .depleted, .partNotAllowed, .alreadySettled, .notSettled, .tooOld,
            .registrationNotFound, .registrationExpired, .registrationSpent, .expiryMissing,
            .wrongState:
            true
        }
    }
}

extension PaymentSource {
    /// The registration that it names, or may name.
    var registration: RegistrationID? {
        switch self {
        case .registered(let id, _, _), .token(let id, _, _, _): id
        case .applePay, .keyed, .stored: nil
        }
    }
}

extension PaymentCommand {
    /// What is paid with, credited to, opened, registered to be paid with, or kept for good, where that is spent.
    var source: PaymentSource? {
        switch self {
        case .openToken(let open): .applePay(open.payload)
        case .authorize(let authorize): authorize.source
        case .credit(let credit): credit.source
        case .register(let register): register.source
        case .keepCard(let keep): keep.source
        default: nil
        }
    }

    /// Whether a payment, or a credit, that stands may be what is asked for: who hears of a payment that a check has made, or
    /// of a refund that a payment has, believes that the money has moved. Who only checks, registers or keeps asks for none.
    func mayBe(_ payment: Payment) -> Bool {
        let isCredit = payment.state == .credited
        switch self {
        case .authorize(let authorize):
            return authorize.checksCardOnly || (!isCredit && !payment.isCardCheck)
        case .credit: return isCredit
        default: return true
        }
    }

    /// Whether it names the order and the amount of a payment, or of a credit, that may be what it asks for.
    func isOf(_ payment: Payment) -> Bool {
        switch self {
        case .authorize(let authorize):
            authorize.orderReference == payment.orderReference
                && authorize.amount ?? payment.requested == payment.requested
        case .credit(let credit):
            credit.orderReference == payment.orderReference && credit.amount == payment.requested
        default: false
        }
    }

    /// Whether it only keeps what is to be paid with, once. Where a token was spent without a payment, who registers it
    /// need not ask again.
    var isRegistration: Bool {
        if case .register = self { return true }
        return false
    }
}
