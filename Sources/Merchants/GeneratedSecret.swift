import PaymentDomain

/// A secret that we made: shown once, and kept as a keyed hash.
package struct GeneratedSecret: Redacted {
    /// The characters, which fit into a header, a form and an XML element as they are.
    package let text: String

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// A new secret: 43 characters, which hold 256 random bits, unless the dialect has room for less.
    ///
    /// - Parameter room: The most characters that the dialect takes; at least
    ///   ``MerchantLimits/shortestGeneratedSecret`` are made all the same.
    package init(room: Int = .max) {
        var generator = SystemRandomNumberGenerator()
        // Sixty-four characters: six bits each, none likelier than another.
        let wished = (MerchantLimits.generatedSecretBytes * 8 + 5) / 6
        let count = max(MerchantLimits.shortestGeneratedSecret, min(wished, room))
        let characters = (0..<count).map { _ in
            GeneratedSecret.alphabet[Int.random(in: 0..<64, using: &generator)]
        }
        text = String(decoding: characters, as: UTF8.self)
    }

    /// `GeneratedSecret`.
    package var redacted: String { "GeneratedSecret" }
}
