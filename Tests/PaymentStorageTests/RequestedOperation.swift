import StorageFixtures
import PaymentDomain
import PaymentEngine

@testable import PaymentStorage

/// What comes of an operation that a test requests.
enum ReserveOutcome: Sendable, Hashable {
    case reserved
    case refused
    case alreadyRecorded
    case numberTaken
}

/// An operation that a test requests, with its message.
struct RequestedOperation: Sendable {
    var delivery: Delivery
    var claim: IdempotencyClaim?
    var transaction: TransactionName?
    var target: OperationID?
    var ofCapture: OperationID?
    var isFinal = false
    var givesUpHold = false
    /// For a refund, whether only what is settled may be given back.
    var settledOnly = false

    init(_ delivery: Delivery) {
        self.delivery = delivery
    }

    private var operation: PaymentOperation {
        let kind: PaymentOperation.Kind =
            switch delivery.advice.kind {
            case .capture, .reversal: .capture
            case .refund: .refund
            case .release: .release
            case .captureVoid: .captureVoid(givesUpHold: givesUpHold)
            case .refundVoid: .refundVoid
            }
        var operation = PaymentOperation(
            id: delivery.advice.id, kind, delivery.advice.amount, at: StoreFixture.now)
        operation.target = target
        operation.ofCapture = ofCapture
        operation.isFinal = isFinal
        return operation
    }

    /// Refuses what the rules of the payment refuse.
    fileprivate func decide(_ record: PaymentRecord) -> StepDecision {
        let amount = delivery.advice.amount
        if settledOnly, case .refuse(let refusal) = record.canRefund(amount, of: .settled) {
            return .refuse(refusal)
        }
        var trial = record
        let requested = PaymentEvent.requested(operation)
        guard (try? trial.apply(requested, at: StoreFixture.now, newID: { OperationID() })) != nil
        else { return .refuse(.wrongState) }
        return .request([StepOperation(operation, of: record.payment.id)])
    }

    var step: PaymentStep {
        let request = self
        var step = PaymentStep(
            of: .payment(delivery.paymentID), at: StoreFixture.now, messagesDue: delivery.dueAt
        ) { order in
            order.payments.first.map { request.decide($0.record) } ?? .refuse(.paymentNotFound)
        }
        step.claim = claim
        step.transaction = transaction
        return step
    }
}

extension StoreFixture {
    /// The payment that the request under a claim led to; nil if none counts.
    func priorPayment(_ claim: IdempotencyClaim) async throws -> PaymentID? {
        guard case .authorization(let prior)? = try await store.prior(claim)?.subject else {
            return nil
        }
        return prior.authorization.payment.id
    }

    /// The operation that the request under a claim led to; nil if none counts.
    func priorOperation(_ claim: IdempotencyClaim) async throws -> OperationID? {
        guard case .operation(let prior)? = try await store.prior(claim)?.subject else {
            return nil
        }
        return prior.operation.id
    }

    /// Makes due at once what lies after a moment, messages and deadlines alike.
    func bringForward(_ moment: Timestamp) async throws -> Int {
        try await store.bringForward(
            dueAfter: moment, deadlineAfter: moment, at: StoreFixture.now)
    }
}

extension SQLPaymentStore {
    /// A payment and its card.
    func authorization(of payment: PaymentID) async throws(StoreError) -> StoredAuthorization? {
        try await snapshot(of: payment)?.authorization
    }

    /// An operation as a repetition of its request finds it.
    func operation(_ id: OperationID) async throws(StoreError) -> StoredOperation? {
        try await look { db in
            try db.priorOperation("o.id = ?", id.value.identifier)?.operation
        }
    }

    /// Requests an operation, by the rules of its payment.
    func request(_ request: RequestedOperation) async throws(StoreError) -> ReserveOutcome {
        switch try await change(request.step) {
        case .written: .reserved
        case .refused, .notFound, .nothingLeft: .refused
        case .numberTaken: .numberTaken
        case .alreadyRecorded: .alreadyRecorded
        }
    }

    /// Whether the outcome of an authorization counts.
    func finishes(_ ending: AuthorizationEnding) async throws(StoreError) -> Bool {
        try await finish(ending) != .overtaken
    }

    /// Whether the answer to a message counts.
    func concludes(_ conclusion: AdviceConclusion) async throws(StoreError) -> Bool {
        try await conclude(conclusion) != .overtaken
    }
}
