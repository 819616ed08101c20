import Books
import PaymentDomain
import PaymentEngine

/// A payment with its operations, whose row nobody else changes until the transaction ends.
struct HeldRecord {
    /// The payment's row.
    let row: BookValue
    /// How the acquirer knows the merchant.
    let merchant: AcquirerMerchant
    /// What the database has.
    let stored: PaymentRecord
    /// What it is to have.
    private(set) var record: PaymentRecord

    init(row: BookValue, merchant: AcquirerMerchant, stored: PaymentRecord) {
        self.row = row
        self.merchant = merchant
        self.stored = stored
        record = stored
    }

    /// Changes the record by an event and what follows from it.
    ///
    /// - Returns: The operations to send to the acquirer now, in this order.
    /// - Throws: ``BookError/corrupt`` if the event does not fit: our own code decided on it under the same lock.
    mutating func apply(
        _ event: PaymentEvent, at now: Timestamp
    ) throws -> [PaymentOperation] {
        let actions: [PaymentAction]
        do {
            actions = try record.apply(event, at: now) { OperationID(at: now) }
        } catch {
            throw BookError.corrupt
        }
        return actions.compactMap { action in
            if case .send(let operation) = action { operation } else { nil }
        }
    }

    /// The message that tells the acquirer of an operation.
    func message(of operation: PaymentOperation, due: Timestamp) -> Delivery {
        Delivery(
            advice: AcquirerAdvice(
                id: operation.id, kind: OperationKind(operation.kind).advice,
                authorizationID: record.payment.authorizationID, merchant: merchant,
                amount: operation.amount),
            paymentID: record.payment.id, attempts: 0, dueAt: due)
    }
}
