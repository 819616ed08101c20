import Database
import Events
import PaymentDomain
import StorageKit

/// What clients call a payment, and the changes that they asked for.
struct ChangeNames {
    private var names = EventNames()
    /// How clients asked for operations, by their rows.
    private let asked: [Int64: String]
    /// The numbers of operations, by their rows.
    private var numbers: [Int64: TransactionNumber] = [:]

    /// - Parameters:
    ///   - payment: Its row.
    ///   - asked: How clients asked for operations, by their rows.
    init(of payment: Int64, asked: [Int64: String], in db: some SQLConnection) throws {
        self.asked = asked
        var (numbers, names) = (numbers, names)
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
        (self.numbers, self.names) = (numbers, names)
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
