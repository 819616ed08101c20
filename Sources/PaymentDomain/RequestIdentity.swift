/// How a client named its request, and what the same name again means.
public struct RequestIdentity: Sendable, Hashable {
    /// The same request again gets the same answer; the same key on another request is refused.
    public var idempotencyKey: String?
    /// The client's own name, by which it may ask later what became of the request.
    public var clientName: String?
    /// The number that the transaction is to have; nil in dialects that have none.
    public var number: TransactionNumber?
    /// The rule for the same name on the same card; nil if there isn't one.
    public var duplicates: DuplicateRule?
    /// Whether a client that sends a spent token learns the fate of its payment: in a protocol that has one code for an
    /// approved payment and another for any other, or that can name the payment.
    public var reportsSpentToken = false

    /// A request without a name, or with what is given.
    public init(
        idempotencyKey: String? = nil, clientName: String? = nil,
        number: TransactionNumber? = nil, duplicates: DuplicateRule? = nil
    ) {
        self.idempotencyKey = idempotencyKey
        self.clientName = clientName
        self.number = number
        self.duplicates = duplicates
    }
}

/// A transaction of one kind, under one name, on one card, is done once within a time: the same request again gets the
/// first one's result, marked as a repetition, and another one under that name is refused. Only what was approved counts.
public struct DuplicateRule: Sendable, Hashable {
    /// Kind and client's name in one text.
    public var name: String
    /// The content that a repetition shares with the first request: its order, its amount, the transaction that it
    /// refers to. Another request under the name is refused. Empty if the name says all of that itself.
    public var content: [String]
    /// A digest of ``content``, which the engine makes.
    public var contentDigest: [UInt8] = []
    /// How long the rule holds.
    public var seconds: Int64

    /// A rule.
    public init(name: String, content: [String] = [], seconds: Int64) {
        self.name = name
        self.content = content
        self.seconds = seconds
    }
}

/// How the handles of a dialect look.
public enum HandleShape: String, Sendable, Hashable, CaseIterable {
    /// First six digits, a scramble of letters and digits, last four.
    case scramble
    /// Digits only, as many as the card number has, the last four the same; never a valid card number.
    case digits
    /// Sixteen digits: 9, the first two of the card number, nine from a hash, the last four.
    case cardSecure
}
