import PaymentDomain

/// A secret that we made: shown once, and kept as a keyed hash.
public struct GeneratedSecret: Redacted {
    /// The characters, which fit into a header, a form and an XML element as they are.
    public let text: String

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// A new secret of 43 characters: 256 random bits and two that say nothing.
    public init() {
        var generator = SystemRandomNumberGenerator()
        // Sixty-four characters: six bits each, none likelier than another.
        let count = (MerchantLimits.generatedSecretBytes * 8 + 5) / 6
        let characters = (0..<count).map { _ in
            GeneratedSecret.alphabet[Int.random(in: 0..<64, using: &generator)]
        }
        text = String(decoding: characters, as: UTF8.self)
    }

    /// `GeneratedSecret`.
    public var redacted: String { "GeneratedSecret" }
}
