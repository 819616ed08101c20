import Books
import PaymentDomain
import PaymentEngine

extension DatabaseStore {
    /// Gives up what is left of some holds.
    public func giveUp(_ holds: [PaymentID], at now: Timestamp) async throws(StoreError) {
        try await write { db in
            for hold in holds { try db.giveUpLeft(of: hold, at: now) }
        }
    }
}

extension BookConnection {
    /// Gives up the older holds of an order whose last capture the acquirer took.
    ///
    /// - Parameter captured: The row of the payment that it was made of.
    func giveUpOlder(than captured: BookValue, at now: Timestamp) throws {
        let older = try allRows(AdviceStatements.olderHolds, [captured]) { columns in
            PaymentID(stored: try columns.identifier())
        }
        for hold in older { try giveUpLeft(of: hold, at: now) }
    }

    /// Releases what is left of a hold, if anything is: the worker sends the message.
    fileprivate func giveUpLeft(of payment: PaymentID, at now: Timestamp) throws {
        guard var held = try hold(payment), held.record.payment.state == .authorized,
            !held.record.payment.remaining.isZero,
            held.record.operations.count < Limits.clientOperationsPerPayment
        else { return }
        let release = PaymentOperation(
            id: OperationID(at: now), .release, held.record.payment.remaining, at: now)
        let next = try held.apply(.requested(release), at: now)
        _ = try save(held, sending: next, due: now, at: now)
    }
}
