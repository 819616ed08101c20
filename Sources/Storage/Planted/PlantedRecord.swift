#if DEBUG
    import Database
    import PaymentDomain
    import PaymentEngine

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
            var held = held
            let copy = PaymentOperation(
                id: OperationID(at: late.at), answered.kind, answered.amount, at: late.at)
            guard (try? held.apply(.requested(copy), at: late.at)) != nil else { return }
            _ = try save(held, due: late.at, at: late.at, numbers)
            guard var again = try hold(late.delivery.paymentID) else { return }
            _ = try again.apply(.answeredOperation(copy.id, refusal: nil), at: late.at)
            _ = try save(again, due: late.at, at: late.at, numbers)
        }
    }

    extension Payment {
        /// The same payment, with the amounts that misread operations add up to.
        fileprivate func with(_ operations: [PaymentOperation]) -> Payment {
            Payment(
                id: id, authorizationID: authorizationID, merchant: merchant,
                orderReference: orderReference, handle: handle, requested: requested,
                state: state,
                amounts: PaymentAmounts(authorized: amounts.authorized, operations),
                createdAt: createdAt, authorizedAt: authorizedAt, isClosed: isClosed)
        }
    }
#endif
