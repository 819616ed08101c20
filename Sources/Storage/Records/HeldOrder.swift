import Database
import PaymentDomain
import PaymentEngine

/// The payments of an order, whose rows nobody else changes until the transaction ends, but for those that are being
/// authorized: their rows are in use by the acquirer's answers.
struct HeldOrder {
    let order: OrderRecord
    /// Those that may be changed.
    private let held: [PaymentID: HeldRecord]

    /// One payment.
    init(of held: HeldRecord) {
        order = OrderRecord(of: held.record)
        self.held = [held.record.payment.id: held]
    }

    /// - Parameter held: Those of the order that may be changed.
    init(_ order: OrderRecord, _ held: [PaymentID: HeldRecord]) {
        self.order = order
        self.held = held
    }

    /// A payment that may be changed.
    subscript(payment: PaymentID) -> HeldRecord {
        get throws {
            guard let record = held[payment] else { throw SQLError.corrupt }
            return record
        }
    }
}
