import DialectKit
import Gateway
import PaymentDomain

/// Who may speak which dialect, and for whom. Only digests of the secrets are kept.
struct CredentialTable: Sendable {
    struct Entry {
        let dialect: String
        let identity: String
        let secret: String
        let merchant: MerchantID
    }

    private struct Name: Hashable {
        let dialect: String
        let identity: String
    }

    private let known: [Name: (secret: SecretDigest, merchant: MerchantID)]
    /// Compared with where the identity is unknown, so that a wrong identity takes as long as a wrong secret.
    private let decoy = SecretDigest("no one's secret")

    init(_ entries: [Entry]) {
        known = Dictionary(
            entries.map {
                (
                    Name(dialect: $0.dialect, identity: $0.identity),
                    (SecretDigest($0.secret), $0.merchant)
                )
            }, uniquingKeysWith: { _, later in later })
    }

    func merchant(dialect: String, _ presented: PresentedCredential) -> MerchantID? {
        let entry = known[Name(dialect: dialect, identity: presented.identity)]
        let isRight = (entry?.secret ?? decoy).matches(presented.secret)
        guard let entry, isRight else { return nil }
        return entry.merchant
    }
}
