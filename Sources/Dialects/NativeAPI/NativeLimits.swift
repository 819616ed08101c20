import PaymentDomain

/// The limits of the API's fields.
package enum NativeLimits {
    /// The longest `Authorization` header, in bytes.
    static let authorizationBytes = 512
    /// How long a key's name may be, in bytes.
    static let nameBytes = 1...32
    /// How long an order reference may be, in bytes.
    static let orderReferenceBytes = 1...Limits.orderReferenceBytes
    /// How long an idempotency key may be, in bytes.
    static let idempotencyKeyBytes = 1...Limits.idempotencyKeyBytes
    /// How many texts a payment's metadata may have, and how long their names and they may be, in bytes.
    static let metadataTexts = 20
    static let metadataNameBytes = 1...40
    static let metadataTextBytes = 500
    /// The longest text of a field of few words, in bytes.
    static let wordBytes = 16
    /// The longest name of an unknown field that is repeated in a refusal, and the most digits that it may have: it may
    /// be a card number.
    static let repeatedNameBytes = 40
    static let repeatedNameDigits = 4
    /// How many payments or events a page may have.
    static let pageSize = 1...100
    /// How many a page has if the client doesn't say.
    static let usualPageSize = 20
    /// How long the secret of an endpoint signs beside the one that replaces it, in seconds: a day.
    static let secretOverlapSeconds: Int64 = 86_400
    /// The most digits of a number in a path or a query.
    static let numberDigits = 18
    /// How long a client waits before it repeats a request, in seconds.
    static let retryAfterSeconds = 1
}
