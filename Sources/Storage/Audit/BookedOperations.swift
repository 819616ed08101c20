import Books
import PaymentDomain
import PaymentEngine

/// The sums of a payment's operations.
struct BookedOperations {
    var amounts = PaymentAmounts()
    /// Captures, refunds, releases and their voids.
    var count = 0
    var credits = 0
    var credited: Int64 = 0
    var creditVoids = 0

    /// What is being taken back still counts; what was taken back does not.
    mutating func add(
        _ kind: OperationKind, _ state: OperationState, takingBack target: OperationKind?,
        sum: Int64, count: Int
    ) throws {
        switch kind {
        case .credit:
            credits += count
            credited += sum
            return
        case .refundVoid where target == .credit:
            creditVoids += count
            return
        case .capture, .refund, .release, .captureVoid, .refundVoid: self.count += count
        case .reversal: throw BookError.corrupt
        }
        switch (kind, state) {
        case (.capture, .confirmed), (.capture, .voiding): amounts.captured += sum
        case (.capture, .pending): amounts.capturing += sum
        case (.refund, .confirmed), (.refund, .voiding): amounts.refunded += sum
        case (.refund, .pending): amounts.refunding += sum
        case (.release, .confirmed): amounts.released += sum
        case (.release, .pending): amounts.releasing += sum
        case (.captureVoid, .pending): amounts.uncapturing += sum
        case (.refundVoid, .pending): amounts.unrefunding += sum
        case (.captureVoid, .confirmed), (.refundVoid, .confirmed), (_, .refused),
            (.capture, .voided), (.refund, .voided):
            break
        case (_, _): throw BookError.corrupt
        }
    }
}

extension BookConnection {
    /// What the payment's operations add up to.
    func booked(on row: BookValue) throws -> BookedOperations {
        var booked = BookedOperations()
        try eachRow(
            """
            SELECT o.kind, o.state, t.kind, sum(o.amount), count(*)
            FROM operations o LEFT JOIN operations t ON t.row = o.target
            WHERE o.payment = ? GROUP BY o.kind, o.state, t.kind
            """,
            [row]
        ) { columns in
            try booked.add(
                try columns.named(), try columns.named(),
                takingBack: try columns.namedOrNil(), sum: try columns.integer(),
                count: try columns.count())
        }
        return booked
    }
}
