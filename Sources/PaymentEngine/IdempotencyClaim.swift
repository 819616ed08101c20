import PaymentDomain

/// Names a request, so that its repetition is recognised.
public struct IdempotencyKey: Sendable, Hashable {
    /// Whose.
    public let merchant: MerchantID
    /// In which dialect; two dialects never share a key.
    public let dialect: String
    /// What the client called it.
    public let key: String

    /// A key.
    public init(merchant: MerchantID, dialect: String, key: String) {
        self.merchant = merchant
        self.dialect = dialect
        self.key = key
    }
}

/// An idempotency key about to be used.
public struct IdempotencyClaim: Sendable, Hashable {
    /// The key.
    public let key: IdempotencyKey
    /// Keyed digest of the whole request.
    public let requestDigest: [UInt8]
    /// Where set, an earlier claim counts only if it was made at this moment or later and what it led to was approved;
    /// else this one takes its place.
    public let countsSince: Timestamp?

    /// A claim.
    public init(key: IdempotencyKey, requestDigest: [UInt8], countsSince: Timestamp? = nil) {
        self.key = key
        self.requestDigest = requestDigest
        self.countsSince = countsSince
    }
}
