import Books
import PaymentDomain

/// The events of a payment, put together in their order.
struct FoldedEvents {
    /// How many there are.
    private(set) var count: Int64 = 0
    /// The state that they lead to; nil if one of them cannot follow on those before it, or if their numbers have a gap.
    private(set) var state: PaymentState? = .authorizing

    /// Adds the next event, as it is stored.
    ///
    /// - Parameters:
    ///   - sequence: Its number.
    ///   - kind: What happened; a word that is none of ours leads nowhere.
    ///   - after: The payment's state after it.
    mutating func add(_ sequence: Int64, _ kind: String, after: String) {
        count += 1
        guard let old = state, sequence == count, let kind = PaymentEventKind(rawValue: kind),
            let new = PaymentState(rawValue: after), kind.mayLead(from: old, to: new)
        else {
            state = nil
            return
        }
        state = new
    }
}

extension BookConnection {
    /// The events of a payment.
    ///
    /// - Parameter row: The payment's row.
    func foldedEvents(ofPayment row: BookValue) throws -> FoldedEvents {
        var folded = FoldedEvents()
        try eachRow(
            """
            SELECT e.sequence, e.kind, e.state FROM payment_events e
            WHERE e.payment = ? ORDER BY e.sequence
            """,
            [row]
        ) { columns in
            folded.add(try columns.integer(), try columns.text(), after: try columns.text())
        }
        return folded
    }
}
