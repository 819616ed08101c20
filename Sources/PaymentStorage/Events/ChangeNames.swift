import Database
import Events
import PaymentDomain
import StorageKit

/// What clients call a payment, and the changes that they asked for.
struct ChangeNames {
    private var names = EventNames()
    /// How clients asked for operations, by their rows.
    private var asked: [Int64: String] = [:]
    /// The numbers of operations, by their rows.
    private var numbers: [Int64: TransactionNumber] = [:]

    /// - Parameter payment: Its row.
    init(of payment: Int64, in db: some SQLConnection) throws {
        var (asked, numbers, names) = (asked, numbers, names)
        try db.eachRow(
            """
            SELECT e.operation, e.asked_as FROM payment_events e
            WHERE e.payment = ? AND e.operation IS NOT NULL AND e.asked_as IS NOT NULL
            """, payment
        ) { columns in
            let operation = try columns.integer()
            asked[operation] = try columns.text()
        }
        try db.eachRow(
            """
            SELECT t.number, t.kind, t.operation FROM transactions t WHERE t.payment = ?
            ORDER BY t.number DESC
            """, payment
        ) { columns in
            let number = try columns.transactionNumber()
            let kind = try columns.named(TransactionKind.self)
            if let operation = try columns.integerOrNil() { numbers[operation] = number }
            if kind.beginsPayment {
                names.beginning = number
                names.isSale = kind.capturesAtOnce
            }
        }
        (self.asked, self.numbers, self.names) = (asked, numbers, names)
    }

    /// The names of a change.
    func names(of row: StoredEventRow) -> EventNames {
        var names = names
        names.askedAs = row.askedAs ?? row.operation.flatMap { asked[$0] }
        names.operation = row.operation.flatMap { numbers[$0] }
        return names
    }
}

extension TransactionKind {
    /// Whether a transaction of this kind begins a payment.
    fileprivate var beginsPayment: Bool {
        switch self {
        case .authorization, .sale, .forcedCapture, .credit: true
        case .capture, .refund, .void, .release: false
        }
    }
}
