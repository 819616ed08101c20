/// A client's number of a transaction, if its protocol has one: up to eighteen digits.
///
/// Unique in the database, across merchants. The dialect proposes one for each request; if it is taken, the next is
/// tried.
public struct TransactionNumber: Sendable, Hashable, CustomStringConvertible {
    /// The number.
    public let value: Int64

    /// A number, from ours or a client's own digits; nil for zero, negatives and what has more than nineteen digits.
    public init?(_ value: Int64) {
        guard value > 0 else { return nil }
        self.value = value
    }

    /// All numbers of fourteen digits.
    public static let fourteenDigits: ClosedRange<Int64> = 10_000_000_000_000...99_999_999_999_999

    /// A number of fourteen digits that grows with time: seconds since 2020, then five random digits.
    public init(fourteenDigitsAt now: Timestamp, random: UInt64) {
        let start: Int64 = 1_577_836_800
        let moment = min(max(now.milliseconds / 1000 - start, 100_000_000), 999_999_999)
        value = moment * 100_000 + Int64(random % 100_000)
    }

    /// A number of eighteen digits that grows with time, so that the database appends: milliseconds since 2020, then
    /// six random digits.
    public init(at now: Timestamp, random: UInt64) {
        let start: Int64 = 1_577_836_800_000
        let span: Int64 = 899_999_999_999
        let moment = min(max(now.milliseconds - start, 100_000_000_000), span)
        value = moment * 1_000_000 + Int64(random % 1_000_000)
    }

    /// The next number, to be tried where this one is taken.
    public var next: TransactionNumber {
        TransactionNumber(value < .max ? value + 1 : 1) ?? self
    }

    /// The digits.
    public var description: String { String(value) }
}

/// The kind of a transaction, as clients know it.
package enum TransactionKind: String, Sendable, Hashable, CaseIterable {
    /// A hold.
    case authorization
    /// A hold that is captured at once.
    case sale
    /// A capture under an approval that was given elsewhere.
    case forcedCapture
    /// A capture of (part of) a hold.
    case capture
    /// A refund of (part of) a capture.
    case refund
    /// A credit without a payment.
    case credit
    /// The taking back of a capture, a sale, a refund or a credit.
    case void
    /// The giving up of (part of) a hold.
    case release

    /// Whether hold and capture are one thing to the client.
    package var capturesAtOnce: Bool { self == .sale || self == .forcedCapture }
}

/// A transaction that an inquiry found.
package struct FoundTransaction: Sendable, Hashable {
    /// The state of a transaction.
    package enum Standing: Sendable, Hashable {
        /// It is being worked on, or its acquirer has not answered.
        case inProgress
        /// It was done.
        case done
        /// It was refused.
        case refused(DeclineReason)
        /// No answer came; it is being undone, or was.
        case unknown
    }

    package var number: TransactionNumber
    package var kind: TransactionKind
    /// The client's own name of its request.
    package var clientName: String?
    /// The shop's own name of the order.
    package var orderReference: String
    /// Its state.
    package var standing: Standing
    /// How much: what was authorized, captured, refunded, credited, voided or released.
    package var amount: Money
    /// The issuer's approval code.
    package var authorizationCode: String?
    package var network: CardNetwork?
    /// The payment that it began or belongs to, and its card.
    package var payment: FoundPayment?
    /// The batch in which it was settled: a capture's or a sale's own, or of an authorization its captures'.
    package var batch: FoundBatch?
    /// Whether it was reversed: an authorization that was released as a whole, or a capture, refund or credit that was
    /// voided.
    package var isReversed = false
    /// Whether the void of a capture (a sale's own too), a refund or a credit is pending, which the acquirer may yet
    /// refuse; also if no answer came and the void's client heard that it is done. For an authorization its payment's
    /// amounts show that.
    package var isBeingReversed = false
    /// The number of the transaction that it refers to: a refund's payment.
    package var originalNumber: TransactionNumber?
    /// When it was written.
    package var at: Timestamp

    /// A transaction with the fields that each has; set the others afterwards.
    package init(
        number: TransactionNumber, kind: TransactionKind, orderReference: String,
        standing: Standing, amount: Money, at: Timestamp
    ) {
        self.number = number
        self.kind = kind
        self.orderReference = orderReference
        self.standing = standing
        self.amount = amount
        self.at = at
    }
}
