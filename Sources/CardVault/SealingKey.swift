import Crypto
import PaymentDomain

/// A sealing key of one merchant, opened.
final class SealingKey: Redacted {
    /// Names it in sealed records.
    let id: String
    /// The merchant whose records it seals.
    let merchant: MerchantID
    /// 1 for the merchant's first.
    let generation: Int
    /// When it was made.
    let createdAt: Timestamp
    /// Whether it opens, but seals no more.
    let isRetiring: Bool
    let key: SymmetricKey

    /// The key of a merchant's wrapped key, or nil where that is not for sealing.
    init?(_ wrapped: WrappedKey, key: SymmetricKey) {
        guard wrapped.purpose == .sealing, let merchant = wrapped.merchant else { return nil }
        id = wrapped.id
        self.merchant = merchant
        generation = wrapped.generation
        createdAt = wrapped.createdAt
        isRetiring = wrapped.isRetiring
        self.key = key
    }

    /// `SealingKey`.
    var redacted: String { "SealingKey" }
}
