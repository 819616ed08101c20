#if DEBUG
    import Database
    import PaymentDomain
    import PaymentEngine

    final class PlantedConnection: SQLConnection {
        private let connection: any SQLConnection
        let bug: PlantedBug

        init(_ connection: any SQLConnection, _ bug: PlantedBug) {
            self.connection = connection
            self.bug = bug
        }

        @discardableResult
        func run(
            _ sql: String, _ values: [SQLValue], _ body: (inout RowColumns) throws -> Bool
        ) throws -> Int {
            try connection.run(wrong(sql), values, body)
        }

        func changeOne(_ sql: String, _ values: [SQLValue]) throws {
            try connection.changeOne(wrong(sql), values)
        }

        func changeLater(_ sql: String, _ values: [SQLValue]) throws {
            try connection.changeLater(wrong(sql), values)
        }

        func hold(_ name: String, of owner: String) throws {
            try connection.hold(name, of: owner)
        }

        func hold(tables: [String]) throws {
            try connection.hold(tables: tables)
        }

        func skipLockedClause(for table: String) -> String {
            connection.skipLockedClause(for: table)
        }

        func lockClause(for table: String) -> String {
            connection.lockClause(for: table)
        }

        private func wrong(_ sql: String) -> String {
            bug.rewriting.reduce(sql) { $0.replacing($1.right, with: $1.wrong) }
        }
    }

    extension SQLConnection {
        /// The mistake that the records of this connection are read and written with, if any.
        private var planted: PlantedBug? { (self as? PlantedConnection)?.bug }

        /// A payment and its operations as a mistake reads them, nil without one: if refunds have no guard, confirmed
        /// ones use up nothing of the captured amount.
        func misread(
            _ payment: Payment, _ operations: [PaymentOperation]
        ) -> (Payment, [PaymentOperation])? {
            guard planted == .refundWithoutGuard else { return nil }
            let read = operations.map { operation in
                guard operation.kind == .refund, operation.state == .confirmed else {
                    return operation
                }
                var forgotten = operation
                forgotten.state = .refused
                forgotten.refusal = .doNotHonor
                return forgotten
            }
            return (payment.with(read), read)
        }

        /// Counts an answer under an ended lease once more, if there is room for it.
        func countAgain(
            _ late: AdviceConclusion, _ held: HeldRecord, _ numbers: TraceNumbers
        ) throws {
            guard planted == .leaseWithoutFencing, late.refusal == nil,
                let answered = held.record.operation(late.delivery.advice.id),
                !answered.isVoid
            else { return }
            let copy = PaymentOperation(
                id: OperationID(at: late.at), answered.kind, answered.amount, at: late.at)
            guard (try? held.apply(.requested(copy), at: late.at)) != nil else { return }
            held.sending = []
            try save(held, due: late.at, at: late.at, numbers)
            guard let again = try hold(late.delivery.paymentID) else { return }
            try again.apply(.answeredOperation(copy.id, refusal: nil), at: late.at)
            again.sending = []
            try save(again, due: late.at, at: late.at, numbers)
        }
    }

    extension Payment {
        /// The same payment, with the amounts that misread operations add up to.
        fileprivate func with(_ operations: [PaymentOperation]) -> Payment {
            Payment(
                id: id, authorizationID: authorizationID, merchant: merchant,
                orderReference: orderReference, handle: handle, requested: requested, state: state,
                amounts: PaymentAmounts(authorized: amounts.authorized, operations),
                createdAt: createdAt, authorizedAt: authorizedAt, isClosed: isClosed)
        }
    }
#endif
