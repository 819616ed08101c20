import PaymentDomain

/// The name of an endpoint: `wh_` and 20 random letters and digits.
package struct WebhookID: Sendable, Hashable, CustomStringConvertible {
    package let value: String

    private static let prefix = "wh_"
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
    private static let randomCharacters = 20

    /// A new name.
    package init() {
        let random = (0..<WebhookID.randomCharacters).map { _ in
            WebhookID.alphabet[Int.random(in: 0..<WebhookID.alphabet.count)]
        }
        value = WebhookID.prefix + String(decoding: random, as: UTF8.self)
    }

    /// A name as text; nil if it isn't one.
    package init?(_ text: String) {
        let random = text.utf8.dropFirst(WebhookID.prefix.utf8.count)
        guard text.hasPrefix(WebhookID.prefix), random.count == WebhookID.randomCharacters,
            random.allSatisfy(WebhookID.alphabet.contains)
        else { return nil }
        value = text
    }

    package var description: String { value }
}

/// An endpoint of a merchant, to which its events are sent.
package struct WebhookEndpoint: Sendable, Hashable {
    package let id: WebhookID
    package let merchant: MerchantID
    package let url: WebhookURL
    /// The kinds of events that it gets; empty for all.
    package let kinds: Set<String>
    package let format: WebhookFormat
    package let createdAt: Timestamp

    package init(
        id: WebhookID, merchant: MerchantID, url: WebhookURL, kinds: Set<String>,
        format: WebhookFormat = .standard, createdAt: Timestamp
    ) {
        self.id = id
        self.merchant = merchant
        self.url = url
        self.kinds = kinds
        self.format = format
        self.createdAt = createdAt
    }
}

/// Why an endpoint gets no more events.
package enum DisablingReason: String, Sendable, Hashable, CaseIterable {
    /// An operator disabled it.
    case byOperator = "operator"
    /// It answered 410.
    case gone
    /// It did nothing but fail for ``WebhookLimits/failingSeconds``.
    case failing
}
