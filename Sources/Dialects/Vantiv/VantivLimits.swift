/// The lengths of LitleXML and cnpAPI, in characters unless said otherwise.
///
/// Source: Vantiv, litleCommon_v8.29.xsd to cnpCommon_v12.34.xsd; those marked "ours" have none there.
enum VantivLimits {
    /// The attribute `version`.
    static let version = 10
    /// The attribute `merchantId`.
    static let merchantID = 50
    /// `user` and `password`.
    static let credential = 20
    /// The attribute `reportGroup`.
    static let reportGroup = 25
    /// The attribute `customerId`.
    static let customerID = 50
    /// The attribute `id` up to 11.2.
    static let shortID = 25
    /// The attribute `id` from 11.3.
    static let longID = 36
    /// Text of a `merchantSdk` or `loggedInUser` (ours).
    static let softwareName = 255
    /// `orderId` up to 12.17.
    static let shortOrderID = 25
    /// `orderId` from 12.24.
    static let longOrderID = 256
    /// Digits of an amount.
    static let amountDigits = 12
    /// Digits of a transaction's number.
    static let numberDigits = 19
    /// The longest text of a number, with sign and leading zeros (ours).
    static let numberCharacters = 32
    /// The last digits of a card number, which a sandbox keeps.
    static let lastDigits = 4
    /// A card's handle.
    static let token = 13...25
    /// `networkTransactionId`.
    static let networkReference = 30
    /// The attribute `message` of the root.
    static let message = 512
    /// `authCode`.
    static let authorizationCode = 6
    /// Transactions in the reply to a query.
    static let queryResults = 10
    /// A word of a closed set, in bytes; a longer text is compared with none (ours).
    static let wordBytes = 64
    /// Text that a schema leaves unlimited (ours).
    static let unlimited = 131_072
    /// The largest `matchCount`: four digits.
    static let matchCount = 9999
    /// How far into a body that is no document its root is looked for, in bytes (ours).
    static let rootSearch = 1024
    /// Seconds after which a client may try again (ours).
    static let retryAfterSeconds = 5
    /// How long a number that we gave to what was refused is known as ours: a year (ours).
    static let ownNumberSeconds: Int64 = 31_622_400
    /// How far the clocks of two servers may be apart (ours).
    static let clockSeconds: Int64 = 60
    /// How long an `id` marks a duplicate: two days. Source: Vantiv, "Online duplicate checking".
    static let duplicateSeconds: Int64 = 172_800
}
