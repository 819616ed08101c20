import PaymentDomain

/// Names a request, so that its repetition is recognised.
package struct IdempotencyKey: Sendable, Hashable {
    package let merchant: MerchantID
    /// In which dialect; two dialects never share a key.
    package let dialect: String
    /// The client's name of it.
    package let key: String

    package init(merchant: MerchantID, dialect: String, key: String) {
        self.merchant = merchant
        self.dialect = dialect
        self.key = key
    }
}

/// An idempotency key about to be used.
package struct IdempotencyClaim: Sendable, Hashable {
    package let key: IdempotencyKey
    /// Keyed digest of the whole request.
    package let requestDigest: [UInt8]
    /// If set, an earlier claim counts only if it was made at this time or later and led to an approval; otherwise this
    /// one replaces it.
    package let countsSince: Timestamp?

    package init(key: IdempotencyKey, requestDigest: [UInt8], countsSince: Timestamp? = nil) {
        self.key = key
        self.requestDigest = requestDigest
        self.countsSince = countsSince
    }
}
