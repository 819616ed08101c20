import PaymentDomain
import Testing

extension PaymentEvent {
    /// The acquirer took an operation.
    static func taken(_ id: OperationID) -> PaymentEvent {
        .answeredOperation(id, refusal: nil)
    }

    /// The acquirer refused an operation.
    static func refused(_ id: OperationID) -> PaymentEvent {
        .answeredOperation(id, refusal: .doNotHonor)
    }
}

extension PaymentRecord {
    /// A payment of 10.00 USD, or of another amount, about to be authorized.
    static func begun(_ requested: Int64 = 1000) throws -> PaymentRecord {
        PaymentRecord(
            begun: Payment(
                id: PaymentID(stored: "p"), authorizationID: "a", merchant: MerchantID("m"),
                line: .sandbox,
                orderReference: "order", handle: try #require(VaultHandle("411111abcdef1111")),
                requested: cents(requested), createdAt: noon))
    }

    /// A payment of 10.00 USD after some events, the first of which approves it unless another is given.
    ///
    /// The operations that follow by themselves are named f1, f2 and so on.
    static func after(
        _ events: [PaymentEvent], answer: PaymentEvent = .answered(.approved(1000))
    ) throws -> PaymentRecord {
        var record = try begun()
        try record.happen(answer)
        for event in events { try record.happen(event) }
        return record
    }

    /// Applies an event.
    @discardableResult
    mutating func happen(
        _ event: PaymentEvent, at now: Timestamp = noon
    ) throws(PaymentRuleError) -> [PaymentAction] {
        var number = operations.count { $0.id.value.hasPrefix("f") }
        return try apply(event, at: now) {
            number += 1
            return OperationID(stored: "f\(number)")
        }
    }

    /// The same payment as if it had just been read, after changes of its stored operations.
    func reloaded(
        _ change: (inout [PaymentOperation]) -> Void = { _ in }
    ) throws(PaymentRuleError) -> PaymentRecord {
        var stored = operations
        change(&stored)
        return try PaymentRecord(
            stored: payment, stored, version: version, closing: closing,
            operationsBeforeRenewal: operationsBeforeRenewal, isCancelled: isCancelled)
    }
}

/// An action in a few words: what is sent and how much.
func words(_ actions: [PaymentAction]) -> [String] {
    actions.map { action in
        switch action {
        case .send(let operation):
            "send \(operation.id) \(operation.kind) \(operation.amount.minorUnits)"
        case .reverse: "reverse"
        case .ignoreLateAnswer: "ignore"
        }
    }
}
