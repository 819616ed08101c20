/// A payment and its operations: all that decides what may happen to it next.
///
/// ``apply(_:at:newID:)`` alone changes a record. Its amounts are folded from the operations; no counter is ever added
/// to.
package struct PaymentRecord: Sendable, Hashable {
    /// The payment, with the amounts that its operations add up to.
    package internal(set) var payment: Payment
    /// The operations in the order in which they were written, at most ``Limits/operationsPerPayment``.
    package internal(set) var operations: [PaymentOperation]
    /// Why the hold takes no capture any more, or that it does.
    package internal(set) var closing: Closing
    /// How many operations there were when a newer authorization was found to stand for the hold; nil before that.
    package internal(set) var operationsBeforeRenewal: Int?
    /// Whether the merchant cancelled an authorization that came to nothing.
    package internal(set) var isCancelled: Bool
    /// The number of the last event; zero before the authorization was answered.
    package internal(set) var version: Int64
    /// The changes since the record was loaded, each with the next number; the last has ``version``.
    package internal(set) var changes: [PaymentChange] = []

    /// A payment whose authorization is about to be sent.
    ///
    /// - Precondition: Its state is ``PaymentState/authorizing``.
    package init(begun payment: Payment) {
        precondition(payment.state == .authorizing, "a payment begins with its authorization")
        self.payment = payment
        operations = []
        closing = .open
        isCancelled = false
        version = 0
    }

    /// A payment as it was stored.
    ///
    /// - Parameter operations: All of them, in the order in which they were written.
    /// - Throws: ``PaymentRuleError/unsound`` if the payment contradicts its operations.
    package init(
        stored payment: Payment, _ operations: [PaymentOperation], version: Int64,
        closing: Closing = .open, operationsBeforeRenewal: Int? = nil, isCancelled: Bool = false
    ) throws(PaymentRuleError) {
        self.payment = payment
        self.operations = operations
        self.version = version
        self.closing = closing
        self.operationsBeforeRenewal = operationsBeforeRenewal
        self.isCancelled = isCancelled
        guard isSound else { throw .unsound }
    }

    /// The events since the record was loaded.
    package var events: [PaymentEvent] { changes.map(\.event) }

    /// The amounts that the operations add up to.
    package var amounts: PaymentAmounts { payment.amounts }

    /// The operation of this name.
    package func operation(_ id: OperationID) -> PaymentOperation? {
        operations.first { $0.id == id }
    }

    /// The part of a capture that no refund of it gives back, or may give back, in minor units.
    package func left(of capture: PaymentOperation) -> Int64 {
        operations.reduce(capture.amount.minorUnits) { left, operation in
            guard operation.ofCapture == capture.id else { return left }
            switch operation.state {
            case .sending, .accepted, .confirmed, .voiding:
                return left - operation.amount.minorUnits
            case .refused, .voided: return left
            }
        }
    }
}

extension PaymentRecord {
    /// Whether the payment agrees with its operations, and the operations with one another.
    private var isSound: Bool {
        let folded = PaymentAmounts(authorized: amounts.authorized, operations)
        return operations.count <= Limits.operationsPerPayment && version >= 0
            && amounts == folded && amounts.isSound
            && amounts.authorized <= payment.requested.minorUnits
            && payment.isClosed == (closing != .open) && isRenewalSound
            && operations.allSatisfy(fits) && hasSoundVoids
    }

    /// Whether a renewal closed the hold after operations that there are.
    private var isRenewalSound: Bool {
        guard let count = operationsBeforeRenewal else { return closing != .renewed }
        return closing == .renewed && (0...operations.count).contains(count)
    }

    /// Whether an operation can be one of this payment.
    private func fits(_ operation: PaymentOperation) -> Bool {
        guard operation.amount.currency == payment.requested.currency,
            operation.isVoid == (operation.target != nil)
        else { return false }
        return switch payment.state {
        case .authorized, .released: operation.kind != .credit
        case .credited: operation.kind == .credit || operation.kind == .refundVoid
        case .authorizing, .declined, .notSent, .outcomeUnknown, .reversed: false
        }
    }

    /// Whether each void has taken its target as far as it has come itself, and nothing else was voided.
    private var hasSoundVoids: Bool {
        var voided = 0
        for void in operations {
            guard let id = void.target, void.state != .refused else { continue }
            let expected: PaymentOperation.State = void.isPending ? .voiding : .voided
            guard operation(id)?.state == expected else { return false }
            voided += 1
        }
        return voided == operations.count { $0.state == .voiding || $0.state == .voided }
    }
}
