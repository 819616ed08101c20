import PaymentDomain

/// The fields by which the acquirer distinguishes messages.
///
/// A repetition has the identity of the first. A message that undoes or settles another names that one's identity. So
/// the database has it before the first byte is sent.
package struct MessageIdentity: Sendable, Hashable {
    /// The trace numbers that there are. Source: ISO 8583:1987, field 11.
    package static let traceNumbers: ClosedRange<Int64> = 1...999_999

    /// The system trace audit number, one of ``traceNumbers``. With ``transmittedAt`` it is unique among all servers.
    package let traceNumber: Int64
    /// When the message was first sent, for field 7.
    package let transmittedAt: Timestamp

    package init(traceNumber: Int64, transmittedAt: Timestamp) {
        self.traceNumber = traceNumber
        self.transmittedAt = transmittedAt
    }

    /// The identity of a reversal of this authorization: it has the same trace number, and a time of its own.
    ///
    /// Source: ISO 8583:1987, field 11: the number stays the same for all messages of a transaction.
    package func ofReversal(at now: Timestamp) -> MessageIdentity {
        MessageIdentity(traceNumber: traceNumber, transmittedAt: now)
    }

    /// Field 11: six digits.
    package var stan: String { String(traceNumber).withLeadingZeros(to: 6) }

    /// Field 37: twelve digits, which are the last of the year, the day of the year, the hour, and the trace number. All
    /// messages of a payment have that of its authorization.
    ///
    /// Source: ISO 8583:1987, field 37, in the customary layout YDDDhhnnnnnn.
    package var retrievalReference: String {
        let fields = transmittedAt.calendarFields
        var dayOfYear = fields.day
        for month in 1..<fields.month {
            dayOfYear += Timestamp.days(inMonth: month, year: fields.year)
        }
        return "\(fields.year % 10)" + String(dayOfYear).withLeadingZeros(to: 3)
            + String(fields.hour).withLeadingZeros(to: 2) + stan
    }
}

/// An earlier message as a later one names it.
package struct MessageReference: Sendable, Hashable {
    /// How we called it.
    package let identity: MessageIdentity
    /// How the acquirer called it, if it said so.
    package let acquirerReference: AcquirerReference?

    package init(_ identity: MessageIdentity, acquirerReference: AcquirerReference? = nil) {
        self.identity = identity
        self.acquirerReference = acquirerReference
    }
}
