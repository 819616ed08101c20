/// Why a command was not carried out. Nothing was sent to the acquirer, and nothing is held because of it, but for
/// ``outcomeNotStored(of:)``.
package enum PaymentRefusal: Error, Sendable, Hashable {
    /// The Apple Pay token was refused.
    case token(TokenRefusal)
    /// The idempotency key was used before, for another request.
    case idempotencyConflict
    /// The same request, or its payment, is in progress; or the database can't say whether an earlier request has done
    /// it.
    case inFlight
    /// No amount was given, and none can be taken from elsewhere.
    case amountMissing
    /// The amount is zero but must not be.
    case amountZero
    /// No payment of this merchant has that reference.
    case paymentNotFound
    /// No card of this merchant has that handle.
    case cardNotFound
    /// A profile's account can't be used so.
    case account(AccountRefusal)
    /// The merchant does not take this card network.
    case unsupportedCard
    /// The merchant has no line to an acquirer that can do this.
    case notSupported
    /// The currency is not the payment's.
    case currencyMismatch
    /// More than was authorized, or than is left to refund.
    case amountExceeded
    /// The authorized amount is used up: the request is for no more than that, but for more than is left.
    case depleted
    /// The authorization can be released only as a whole.
    case partNotAllowed
    /// It is settled: a void comes too late, and a refund is the way.
    case alreadySettled
    /// It is not settled yet: a refund comes too early, and a void is the way.
    case notSettled
    /// It is too long ago.
    case tooOld
    /// No one registered that for this merchant.
    case registrationNotFound
    /// The registration's time is over.
    case registrationExpired
    /// A payment was made with the registration before; the number of the transaction that began it, if there is one
    /// and the client may know it.
    case registrationSpent(by: TransactionNumber?)
    /// The card's end is not known.
    case expiryMissing
    /// The payment is in no state for this (declined, unknown, released…).
    case wrongState
    /// By its name it was done before, and has been taken back since. A copy that was on its way all the while must not do
    /// it again.
    case reversedSince
    /// The database can't be written now; nothing happened.
    case storeUnavailable
    /// The database couldn't be written after the acquirer may have been asked: the request is done, or will be
    /// reversed. Or it can't say what became of the request with this idempotency key. The number of the transaction
    /// that was begun, if that is certain and it has one: the client asks by it.
    case outcomeNotStored(of: TransactionNumber?)
    /// The same, if nothing is known to have been begun, or it has no number.
    package static var outcomeNotStored: PaymentRefusal { .outcomeNotStored(of: nil) }

    /// A stable code for logs, metrics and machines.
    package var code: String {
        switch self {
        case .token(let refusal): refusal.code
        case .idempotencyConflict: "idempotency-conflict"
        case .inFlight: "in-flight"
        case .amountMissing: "amount-missing"
        case .amountZero: "amount-zero"
        case .paymentNotFound: "payment-not-found"
        case .cardNotFound: "card-not-found"
        case .account(let refusal): refusal.rawValue
        case .unsupportedCard: "unsupported-card"
        case .notSupported: "not-supported"
        case .currencyMismatch: "currency-mismatch"
        case .amountExceeded: "amount-exceeded"
        case .depleted: "depleted"
        case .partNotAllowed: "part-not-allowed"
        case .alreadySettled: "already-settled"
        case .notSettled: "not-settled"
        case .tooOld: "too-old"
        case .registrationNotFound: "registration-not-found"
        case .registrationExpired: "registration-expired"
        case .registrationSpent: "registration-spent"
        case .expiryMissing: "expiry-missing"
        case .wrongState: "wrong-state"
        case .reversedSince: "taken-back"
        case .storeUnavailable: "store-unavailable"
        case .outcomeNotStored: "outcome-not-stored"
        }
    }
}

/// Why a token was refused, as far as a dialect needs to know: the kind chooses its code, the sentence explains.
public struct TokenRefusal: Sendable, Hashable {
    /// The kinds of refusal that protocols distinguish.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// It cannot be read.
        case malformed
        /// Neither EC_v1 nor RSA_v1, or the other one's body.
        case unsupportedVersion
        /// Apple did not sign this.
        case badSignature
        /// Apple signed it too long ago, or in the future.
        case stale
        /// Its transaction identifier was spent before, or may have been, in a database that a restore has lost.
        case replayed
        /// The same, where what it was spent on is known to have come to nothing, or not to be what is asked for.
        case spentWithoutPayment
        /// It is for a key that this merchant does not have.
        case unknownKey
        /// It does not decrypt.
        case cannotDecrypt
        /// It decrypts to something else than a payment.
        case badPayload
        /// Its amount, currency or application data is not the order's.
        case orderMismatch
        /// It comes from Apple's sandbox, which this server does not take.
        case sandboxSigner
    }

    /// The sort.
    public let kind: Kind
    /// The stable code of the exact reason.
    public let code: String
    /// One sentence for a person; it holds nothing of the token.
    public let sentence: String
    /// The number of the transaction that began the payment that spent the token, if it is approved, has one, and the
    /// client may know it.
    public var spentOn: TransactionNumber?
    /// Whether that payment has the order and the amount of the request that was refused, so that it may be what an
    /// earlier try of it has done.
    public var spentOnSameOrder = false
    /// The approved amount of that payment, if it is less than the requested one.
    public var approvedInPart: Money?

    /// A refusal.
    public init(kind: Kind, code: String, sentence: String) {
        self.kind = kind
        self.code = code
        self.sentence = sentence
    }
}
