import PaymentDomain

/// An event as an endpoint gets it: the same identifier and body at every try.
///
/// Source: Standard Webhooks 1.0.0, "Webhook headers".
package struct WebhookMessage: Sendable, Hashable {
    /// The receiver's idempotency key. It has no full stop.
    package let id: String
    package let body: [UInt8]

    /// A message; nil if the identifier has other than letters, digits, hyphens and underscores.
    package init?(id: String, body: [UInt8]) {
        let isID = id.utf8.allSatisfy { byte in
            let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            return isLetter || (0x30...0x39).contains(byte) || "-_".utf8.contains(byte)
        }
        guard !id.isEmpty, isID else { return nil }
        self.id = id
        self.body = body
    }

    /// The header fields that prove the sender of a try: the time of this try, and a signature of each secret.
    ///
    /// During a rotation there are two secrets, and a receiver accepts either signature.
    func signature(
        with secrets: [WebhookSecret], at now: Timestamp
    ) -> [(name: String, value: String)] {
        let content = Array("\(id).\(now.seconds).".utf8) + body
        let signatures = secrets.compactMap { $0.signature(of: content) }
        return [
            ("webhook-timestamp", String(now.seconds)),
            ("webhook-signature", signatures.joined(separator: " ")),
        ]
    }
}
