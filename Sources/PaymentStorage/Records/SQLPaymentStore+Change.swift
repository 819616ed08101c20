import Database
import PaymentDomain
import PaymentEngine

extension SQLPaymentStore {
    package func change(_ step: PaymentStep) async throws(StoreError) -> StepOutcome {
        try await prepareTraceNumbers()
        return try await write { [numbers] db in
            // A repetition of a request waits here for the first one.
            guard let held = try db.hold(step.subject) else { return .notFound }
            let key = try step.claim.map { try db.state(of: $0) }
            if case .taken? = key { return .alreadyRecorded }
            if let name = step.transaction, try db.isTaken(name.number) { return .numberTaken }
            switch step.decide(held.order) {
            case .refuse(let refusal): return .refused(refusal)
            case .nothingLeft(let payment, let cancelled):
                return try db.keepNothing(step, of: payment, cancelling: cancelled, held, numbers)
            case .request(let operations):
                return try db.write(step, operations, held, inPlaceOf: key?.outdated, numbers)
            }
        }
    }
}

extension SQLConnection {
    /// Writes the operations of a step; the first bears the request's name, and the request sends the messages of its
    /// payment.
    fileprivate func write(
        _ step: PaymentStep, _ operations: [StepOperation], _ held: HeldOrder,
        inPlaceOf outdated: ClaimSubject?, _ numbers: TraceNumbers
    ) throws -> StepOutcome {
        let first = try operations.first.orCorrupt
        for requested in operations {
            let new = operations.filter { $0.payment == requested.payment }.map(\.operation)
            guard try held[requested.payment].record.hasRoom(for: new) else {
                return .refused(.wrongState)
            }
        }
        for requested in operations {
            try held[requested.payment].apply(.requested(requested.operation), at: step.at)
        }
        var messages: [Delivery] = []
        for record in held.records {
            let isAnswer = record.record.payment.id == first.payment
            let saved = try save(
                record, due: isAnswer ? step.messagesDue : step.at, at: step.at,
                by: step.requestID, askedAs: step.askedAs, numbers)
            if isAnswer { messages = saved }
        }
        if let claim = step.claim {
            try insert(claim, .operation, first.operation.id.value, inPlaceOf: outdated)
        }
        if let name = step.transaction {
            try insert(name, of: first.payment, operation: first.operation.id, at: step.at)
        }
        return .written(first, messages)
    }

    /// Records that a request had nothing to do, so that its repetition does nothing either: the order may be paid
    /// again, and a request from before that does not mean the new payment.
    fileprivate func keepNothing(
        _ step: PaymentStep, of payment: PaymentID, cancelling cancelled: [PaymentID],
        _ held: HeldOrder, _ numbers: TraceNumbers
    ) throws -> StepOutcome {
        var isChanged = false
        for id in cancelled {
            let record = try held[id]
            try record.apply(.cancelled, at: step.at)
            isChanged = isChanged || !record.record.changes.isEmpty
            try save(
                record, due: step.at, at: step.at, by: step.requestID, askedAs: step.askedAs,
                numbers)
        }
        let record = try held[payment]
        if !isChanged, step.askedAs != nil, record.record.version < StorageLimits.versionsOfNothing
        {
            try record.apply(.nothingLeft, at: step.at)
            try save(
                record, due: step.at, at: step.at, by: step.requestID, askedAs: step.askedAs,
                numbers)
        }
        let nothing = record.record.payment
        // By the rule on duplicates only what was approved counts.
        if let claim = step.claim, claim.countsSince == nil {
            try insert(claim, .nothing, payment.value)
        }
        return .nothingLeft(of: nothing)
    }
}
