import Database
import PaymentDomain
import PaymentEngine

/// A payment with its operations, whose row nobody else changes until the transaction ends.
final class HeldRecord {
    let row: SQLValue
    /// How the acquirer knows the merchant.
    let merchant: AcquirerMerchant
    /// How the acquirer knows the authorization.
    let authorization: MessageReference
    /// How the acquirer knows the operations, in their order; nil of a credit, which goes with its authorization.
    var sent: [MessageReference?]
    /// The operations in the database.
    let stored: [PaymentOperation]
    /// The version in the database.
    let storedVersion: Int64
    private(set) var record: PaymentRecord
    /// The operations to send to the acquirer once the record is written, in this order.
    var sending: [PaymentOperation] = []

    init(
        _ record: PaymentRecord, row: SQLValue, merchant: AcquirerMerchant,
        authorization: MessageReference, sent: [MessageReference?]
    ) {
        self.row = row
        self.merchant = merchant
        self.authorization = authorization
        self.sent = sent
        stored = record.operations
        storedVersion = record.version
        self.record = record
    }

    /// Changes the record by an event and what follows from it.
    ///
    /// - Throws: ``SQLError/corrupt`` if the event does not fit: our own code decided on it under the same lock.
    func apply(_ event: PaymentEvent, at now: Timestamp) throws {
        let actions = try? record.apply(event, at: now) { OperationID(at: now) }
        sending += try actions.orCorrupt.compactMap { action in
            if case .send(let operation) = action { operation } else { nil }
        }
    }

    /// The message to the acquirer of an operation that is written.
    func message(of operation: PaymentOperation, due: Timestamp) throws -> Delivery {
        let identity = try (sent(operation.id)?.identity).orCorrupt
        var advice = AcquirerAdvice(
            id: operation.id, line: record.payment.line,
            kind: OperationKind(operation.kind).advice, identity: identity,
            authorizationID: record.payment.authorizationID, authorization: authorization,
            merchant: merchant, amount: operation.amount)
        advice.operation = (operation.target ?? operation.ofCapture).flatMap(sent)
        return Delivery(advice: advice, paymentID: record.payment.id, attempts: 0, dueAt: due)
    }

    /// Takes up how the acquirer calls an operation.
    ///
    /// - Throws: ``SQLError/corrupt`` if it has no message.
    func name(_ id: OperationID, _ reference: AcquirerReference) throws {
        let index = try record.operations.firstIndex { $0.id == id }.orCorrupt
        let message = try sent[index].orCorrupt
        sent[index] = MessageReference(message.identity, acquirerReference: reference)
    }

    private func sent(_ id: OperationID) -> MessageReference? {
        record.operations.firstIndex { $0.id == id }.flatMap { sent[$0] }
    }
}

/// The payments of an order, whose rows nobody else changes until the transaction ends, but for those that are being
/// authorized: their rows are in use by the acquirer's answers.
struct HeldOrder {
    let order: OrderRecord
    /// Those that may be changed.
    let records: [HeldRecord]

    subscript(payment: PaymentID) -> HeldRecord {
        get throws { try records.first { $0.record.payment.id == payment }.orCorrupt }
    }
}
