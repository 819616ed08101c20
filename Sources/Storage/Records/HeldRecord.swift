import Database
import PaymentDomain
import PaymentEngine

/// A payment with its operations, whose row nobody else changes until the transaction ends.
struct HeldRecord {
    let row: SQLValue
    /// How the acquirer knows the merchant.
    let merchant: AcquirerMerchant
    /// How the acquirer knows the authorization.
    let authorization: MessageReference
    /// How the acquirer knows the operations; a credit goes with its authorization.
    var sent: [OperationID: MessageReference]
    /// The record in the database.
    let stored: PaymentRecord
    /// The record to write.
    private(set) var record: PaymentRecord

    init(
        row: SQLValue, merchant: AcquirerMerchant, authorization: MessageReference,
        sent: [OperationID: MessageReference], stored: PaymentRecord
    ) {
        self.row = row
        self.merchant = merchant
        self.authorization = authorization
        self.sent = sent
        self.stored = stored
        record = stored
    }

    /// Changes the record by an event and what follows from it.
    ///
    /// - Returns: The operations to send to the acquirer now, in this order.
    /// - Throws: ``SQLError/corrupt`` if the event does not fit: our own code decided on it under the same lock.
    mutating func apply(
        _ event: PaymentEvent, at now: Timestamp
    ) throws -> [PaymentOperation] {
        let actions: [PaymentAction]
        do {
            actions = try record.apply(event, at: now) { OperationID(at: now) }
        } catch {
            throw SQLError.corrupt
        }
        return actions.compactMap { action in
            if case .send(let operation) = action { operation } else { nil }
        }
    }

    /// The message to the acquirer of an operation that is written.
    func message(of operation: PaymentOperation, due: Timestamp) throws -> Delivery {
        guard let identity = sent[operation.id]?.identity else { throw SQLError.corrupt }
        var advice = AcquirerAdvice(
            id: operation.id, kind: OperationKind(operation.kind).advice, identity: identity,
            authorizationID: record.payment.authorizationID, authorization: authorization,
            merchant: merchant, amount: operation.amount)
        advice.operation = (operation.target ?? operation.ofCapture).flatMap { sent[$0] }
        return Delivery(advice: advice, paymentID: record.payment.id, attempts: 0, dueAt: due)
    }
}
