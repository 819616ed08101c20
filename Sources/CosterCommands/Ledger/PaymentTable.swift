import PaymentDomain
import PaymentStorage

/// Payments as lines for a person.
enum PaymentTable {
    private static let columns: [(title: String, width: Int)] = [
        ("created", 24), ("order", 33), ("card", 8), ("state", 15), ("currency", 8),
        ("authorized", 12), ("captured", 12), ("refunded", 12), ("released", 12),
    ]

    static var header: String {
        line(columns.map(\.title))
    }

    static func line(_ payment: Payment) -> String {
        let amounts = payment.amounts
        // A credit has no hold and no capture; whether it was taken back is not looked up here.
        let refunded = payment.state == .credited ? payment.requested.minorUnits : amounts.refunded
        return line([
            payment.createdAt.iso8601, payment.orderReference.terminalSafe,
            "…\(payment.handle.value.suffix(4))", payment.state.rawValue,
            payment.requested.currency.code,
            decimal(amounts.authorized, payment), decimal(amounts.captured, payment),
            decimal(refunded, payment), decimal(amounts.released, payment),
        ])
    }

    private static func decimal(_ minorUnits: Int64, _ payment: Payment) -> String {
        (try? Money(minorUnits: minorUnits, currency: payment.requested.currency))?.decimal
            ?? String(minorUnits)
    }

    private static func line(_ cells: [String]) -> String {
        zip(cells, columns).map { cell, column in
            cell + String(repeating: " ", count: max(1, column.width - cell.count))
        }.joined()
    }
}
