/// The limits of operators' input.
package enum MerchantLimits {
    /// The longest name of a merchant, in characters.
    package static let nameCharacters = 64
    /// The longest Apple merchant identifier behind its `merchant.`, in characters.
    package static let appleIdentifierCharacters = 200
    /// The longest name of a client in a dialect (a store, a user), in bytes.
    package static let identityBytes = 200
    /// The longest origin of a web page, in bytes: a merchant's name has room behind it in a client's.
    package static let originBytes = 128
    /// The longest domain of a web page, in bytes: its origin is `https://` and the domain.
    package static let domainBytes = originBytes - 8
    /// The longest association file of a domain, in bytes; Apple's has about 9,000.
    package static let associationFileBytes = 65_536
    /// The longest name on Apple's sheet, in bytes of UTF-8.
    package static let displayNameBytes = 64
    /// The shortest secret that an operator may choose, in bytes; generated ones are longer.
    package static let shortestSecretBytes = 8
    /// The longest secret, in bytes.
    package static let longestSecretBytes = 256
    /// Random bytes of a generated secret: 256 bits, more than anyone can try.
    package static let generatedSecretBytes = 32
    /// The fewest characters of a generated secret: twenty hold 120 bits, which nobody tries out.
    package static let shortestGeneratedSecret = 20
    /// Secrets of one client that are good at once: the current ones, and those in an overlap.
    package static let secretsAtOnce = 8
    /// The longest overlap of an old and a new secret, in seconds: 90 days.
    package static let overlapSeconds: Int64 = 90 * 86_400
    /// The longest text of an administrative act's field, in bytes.
    package static let actFieldBytes = 300
}
