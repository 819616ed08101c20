/// The limits of what an operator may enter.
public enum MerchantLimits {
    /// The longest name of a merchant, in characters.
    public static let nameCharacters = 64
    /// The longest Apple merchant identifier behind its `merchant.`, in characters.
    public static let appleIdentifierCharacters = 200
    /// The longest name of a client in a dialect (a store, a user), in bytes.
    public static let identityBytes = 200
    /// The longest origin of a web page, in bytes: a merchant's name has room behind it in a client's.
    public static let originBytes = 128
    /// The shortest secret that an operator may choose, in bytes; generated ones are longer.
    public static let shortestSecretBytes = 8
    /// The longest secret, in bytes.
    public static let longestSecretBytes = 256
    /// Random bytes of a generated secret: 256 bits, more than anyone can try.
    public static let generatedSecretBytes = 32
    /// The fewest characters of a generated secret: twenty hold 120 bits, which nobody tries out.
    public static let shortestGeneratedSecret = 20
    /// Secrets of one client that are good at once: the current ones, and those in an overlap.
    public static let secretsAtOnce = 8
    /// The longest overlap of an old and a new secret, in seconds: 90 days.
    public static let overlapSeconds: Int64 = 90 * 86_400
    /// The longest text of an administrative act's field, in bytes.
    public static let actFieldBytes = 300
}
