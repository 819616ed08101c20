/// The limits of the words themselves.
public enum Limits {
    /// The largest amount, in minor units: twelve digits, as ISO 8583 field 4 carries.
    ///
    /// Source: ISO 8583:1987, field 4, `n 12`.
    public static let maximumMinorUnits: Int64 = 999_999_999_999
    /// The most payments of an order that are looked at, the newest: a shop that retries more often names them otherwise.
    public static let paymentsPerOrder = 100
    /// The most operations of a payment: follow-ups and voids have room after a client's last request.
    public static let operationsPerPayment = 500
    /// From this many operations on, a client's captures, refunds and releases of a payment are refused.
    public static let clientOperationsPerPayment = 480
    /// The shortest and longest card number, in digits.
    ///
    /// Source: ISO/IEC 7812-1, section 4.1 (up to 19); 12 is the shortest that Maestro issued.
    public static let panDigits = 12...19
    /// The longest cryptogram, in bytes: American Express sends two of 20.
    public static let cryptogramBytes = 1...40
    /// The longest card token, in characters.
    public static let handleCharacters = 64
    /// The longest name of a registration, in characters.
    public static let registrationCharacters = 512
    /// The longest name of a profile, in digits.
    public static let profileDigits = 20
    /// The most accounts that a profile has in its life: numbers of three digits, none of which is given twice.
    ///
    /// Source: the Gateway API of profiles, acctid: up to 3 digits.
    public static let accountsPerProfile = 999
    /// The longest idempotency key, in bytes.
    public static let idempotencyKeyBytes = 255
    /// The longest order reference, in bytes.
    public static let orderReferenceBytes = 255
    /// How many words of 64 random bits are drawn from the system at once: all that it gives.
    public static let randomWordsDrawn = 32
    /// How long an authorization holds funds, in seconds: seven days.
    ///
    /// Source: Visa Core Rules, authorization timeframes for card-not-present merchants (7 days).
    public static let authorizationLifetimeSeconds: Int64 = 7 * 86_400
}
