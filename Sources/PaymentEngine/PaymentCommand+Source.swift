import ApplePayToken
import PaymentDomain

// The source that a command spends, and the meaning of a refusal for it.

extension TokenRefusal {
    /// Whether Apple signed it, so that the database knows it if it has paid.
    var mayHavePaid: Bool {
        switch kind {
        case .stale, .replayed, .unknownKey, .cannotDecrypt: true
        case .malformed, .unsupportedVersion, .badSignature, .spentWithoutPayment, .badPayload,
            .orderMismatch, .sandboxSigner:
            false
        }
    }
}

extension PaymentRefusal {
    /// Whether an earlier request may have done what is refused now, and the database knows.
    ///
    /// An invalid request was refused the first time too. A payload that Apple didn't sign repeats nobody's request,
    /// whatever transaction it names. A retired key, an expired card
    /// or another route says nothing about an earlier request.
    var mayBeOfRepetition: Bool {
        switch self {
        case .storeUnavailable, .outcomeNotStored, .reversedSince, .amountMissing, .amountZero,
            .currencyMismatch:
            false
        case .token(let token):
            switch token.kind {
            case .malformed, .unsupportedVersion, .badSignature, .sandboxSigner: false
            case .stale, .replayed, .spentWithoutPayment, .unknownKey, .cannotDecrypt, .badPayload,
                .orderMismatch:
                true
            }
        case .idempotencyConflict, .inFlight, .paymentNotFound, .cardNotFound, .amountExceeded,
            .depleted, .partNotAllowed, .alreadySettled, .notSettled, .tooOld,
            .registrationNotFound, .registrationExpired, .registrationSpent, .expiryMissing,
            .wrongState, .unsupportedCard, .notSupported, .account:
            true
        }
    }
}

extension PaymentSource {
    /// The registration that it names, or may name.
    var registration: RegistrationID? {
        switch self {
        case .registered(let id, _, _), .token(let id, _, _, _): id
        case .applePay, .keyed, .stored, .account: nil
        }
    }
}

extension PaymentCommand {
    /// The source that the command pays with, credits, opens, registers or stores, if the command spends it.
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

    /// Whether an approved payment or credit can be what the command asks for. A client that hears of a payment after a
    /// check, or of a refund after a payment, would believe that the money has moved. Checks, registrations and stored
    /// cards ask for no payment.
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

    /// Whether it only registers a source for later. If a token was spent without a payment, the client that registers
    /// it needn't ask again.
    var isRegistration: Bool {
        if case .register = self { return true }
        return false
    }
}
