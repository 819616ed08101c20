import Books
import PaymentDomain
import PaymentEngine

extension DatabaseStore {
    /// Takes a step of a payment: decides while nobody else can change the payment, and writes what was decided.
    public func change(_ step: PaymentStep) async throws(StoreError) -> StepOutcome {
        try await write { db in
            // A repetition of a request waits here for the first one.
            guard let held = try db.hold(step.payment) else { return .notFound }
            let standing = try step.claim.map { try db.standing(of: $0) }
            if case .taken(let record)? = standing { return .alreadyRecorded(record) }
            if let name = step.transaction, try db.isTaken(name.number) { return .numberTaken }
            switch step.decide(held.record) {
            case .refuse(let refusal): return .refused(refusal)
            case .request(let operations):
                return try db.write(step, operations, held, inPlaceOf: standing?.outdated)
            }
        }
    }
}

extension BookConnection {
    /// Writes the operations of a step; the first bears the request's name.
    fileprivate func write(
        _ step: PaymentStep, _ operations: [PaymentOperation], _ held: HeldRecord,
        inPlaceOf outdated: IdempotencyRecord.Subject?
    ) throws -> StepOutcome {
        guard let first = operations.first else { throw BookError.corrupt }
        guard held.record.hasRoom(for: operations) else { return .refused(.wrongState) }
        var held = held
        var sending: [PaymentOperation] = []
        for operation in operations {
            sending += try held.apply(.requested(operation), at: step.at)
        }
        let messages = try save(held, sending: sending, due: step.messagesDue, at: step.at)
        if let claim = step.claim {
            try insert(claim, subject: .operation(first.id), inPlaceOf: outdated)
        }
        if let name = step.transaction {
            try insert(name, of: step.payment, operation: first.id, at: step.at)
        }
        return .written(first, messages)
    }
}

extension PaymentRecord {
    /// Whether so many operations fit. Voids and releases fit where nothing else does, and so does a release that follows.
    fileprivate func hasRoom(for new: [PaymentOperation]) -> Bool {
        let limit =
            new.allSatisfy(\.givesBack)
            ? Limits.operationsPerPayment - 1 : Limits.clientOperationsPerPayment
        return operations.count + new.count <= limit
    }
}
