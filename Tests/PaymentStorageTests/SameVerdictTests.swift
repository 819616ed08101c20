import Database
import PaymentDomain
import PaymentEngine
import SeededRandom
import StorageFixtures
import Testing

@testable import PaymentStorage

/// The rules of payments are tables in PaymentDomainTests. Here each is written and read again, on either database.
@Suite("The store and PaymentRecord.apply say the same", .timeLimit(.minutes(5)), .onBothDatabases)
struct SameVerdictTests {
    private let fixture: StoreFixture
    private let now = StoreFixture.now

    init() async throws {
        fixture = try await StoreFixture()
    }

    @Test("whatever happens to a payment, verdicts and the whole record agree", arguments: 1...32)
    func sameVerdicts(seed: UInt64) async throws {
        var dice = SeededGenerator(seed: seed)
        let requested = Int64.random(in: 0...1000, using: &dice)
        let intent = try StoreFixture.intent(requested)
        _ = try await fixture.store.begin(intent)
        var model = PaymentRecord(begun: intent.payment)
        let start: [AuthorizationAnswer] = [
            .approved(requested), .approved(requested / 2 + 1), .approved(requested),
            .approved(requested), .unanswered, .declined,
        ]
        let isSale = requested > 0 && Int.random(in: 0..<4, using: &dice) == 0
        try await end(
            try #require(start.randomElement(using: &dice)), &model, capturing: isSale)
        for _ in 0..<80 {
            switch Int.random(in: 0..<20, using: &dice) {
            case 0:
                let late: [AuthorizationAnswer] = [.declined, .approved(1)]
                try await end(try #require(late.randomElement(using: &dice)), &model)
            case 1: try await settle(&model)
            case 2..<11: try await hear(&model, &dice)
            default:
                let operation = try operation(of: model, &dice)
                try await reserve(operation, &model)
            }
        }
        #expect(try await fixture.store.audit().isClean)
    }

    /// An operation that may fit or not.
    private func operation(
        of model: PaymentRecord, _ dice: inout SeededGenerator
    ) throws -> PaymentOperation {
        let target = model.operations.randomElement(using: &dice)
        let isTrue = Int.random(in: 0..<4, using: &dice) == 0
        if Int.random(in: 0..<3, using: &dice) == 0, let target {
            return PaymentOperation(
                id: OperationID(), voiding: target, givesUpHold: isTrue, at: now)
        }
        let kinds: [PaymentOperation.Kind] = [.capture, .capture, .refund, .release]
        let kind = try #require(kinds.randomElement(using: &dice))
        let amount = try StoreFixture.dollars(Int64.random(in: 0...400, using: &dice))
        var operation = PaymentOperation(id: OperationID(), kind, amount, at: now)
        operation.isFinal = kind == .capture && isTrue
        if kind == .refund, isTrue { operation.ofCapture = target?.id }
        return operation
    }

    /// Answers a message that is queued, or lets it wait.
    private func hear(
        _ model: inout PaymentRecord, _ dice: inout SeededGenerator
    ) async throws {
        let queued = Set(
            try await fixture.store.read { db in
                try db.allRows("SELECT id FROM deliveries") { try $0.operationID() }
            })
        let answerable = model.operations.filter { $0.isPending && queued.contains($0.id) }
        guard let heard = answerable.randomElement(using: &dice) else { return }
        let message = try delivery(heard, model)
        switch Int.random(in: 0..<6, using: &dice) {
        case 0 where heard.state == .sending:
            #expect(try await fixture.store.postpone(message, until: now, at: now))
            try await check(&model, .accepted(heard.id), counts: true)
        case 0, 1, 2:
            #expect(try await fixture.conclude(message, refusal: .doNotHonor))
            try await check(
                &model, .answeredOperation(heard.id, refusal: .doNotHonor), counts: true)
        default:
            #expect(try await fixture.conclude(message))
            try await check(&model, .answeredOperation(heard.id, refusal: nil), counts: true)
        }
    }

    /// Closes a batch, which changes operations alone.
    private func settle(_ model: inout PaymentRecord) async throws {
        _ = try await fixture.store.closeBatch(at: now)
        let stored = try await stored(model)
        #expect(stored.version == model.version && stored.closing == model.closing)
        model = stored
    }

    private func end(
        _ answer: AuthorizationAnswer, _ model: inout PaymentRecord, capturing: Bool = false
    ) async throws {
        var ending = StoreFixture.ending(model.payment, answer)
        var booking: PaymentOperation?
        if case .approved(let amount) = answer, capturing {
            let capture = try StoreFixture.capture(amount, of: model.payment)
            ending.booking = .capture(capture)
            booking = PaymentOperation(
                id: capture.advice.id, .capture, capture.advice.amount, at: now)
        }
        let counts = try await fixture.store.finishes(ending)
        try await check(&model, .answered(answer, booking: booking), counts: counts)
    }

    private func reserve(
        _ operation: PaymentOperation, _ model: inout PaymentRecord
    ) async throws {
        let outcome = try await fixture.reserve(
            try delivery(operation, model), takingBack: operation.target,
            ofCapture: operation.ofCapture, isLast: operation.isFinal,
            givesUpHold: operation.kind == .captureVoid(givesUpHold: true))
        try await check(&model, .requested(operation), counts: outcome == .reserved)
    }

    private func stored(_ model: PaymentRecord) async throws -> PaymentRecord {
        try #require(try await fixture.store.record(of: model.payment.id)).plain()
    }

    /// Applies an event to the model, and compares it with what the store has made of the same. What follows from the
    /// event has the store's names.
    private func check(
        _ model: inout PaymentRecord, _ event: PaymentEvent, counts: Bool
    ) async throws {
        let stored = try await stored(model)
        var known = Set(model.operations.map(\.id))
        switch event {
        case .requested(let named), .answered(_, booking: .some(let named)): known.insert(named.id)
        default: break
        }
        var new = stored.operations.map(\.id).filter { !known.contains($0) }[...]
        let version = model.version
        _ = try? model.apply(event, at: now, newID: { new.popFirst() ?? OperationID() })
        model = try model.plain()
        #expect((model.version > version) == counts, "\(event)")
        try #require(stored == model, "\(event)")
    }

    private func delivery(
        _ operation: PaymentOperation, _ model: PaymentRecord
    ) throws -> Delivery {
        let kind: AdviceKind =
            switch operation.kind {
            case .capture: .capture
            case .refund, .credit: .refund
            case .release: .release
            case .captureVoid: .captureVoid
            case .refundVoid: .refundVoid
            }
        var delivery = try StoreFixture.delivery(
            kind, operation.amount.minorUnits, of: model.payment)
        delivery.advice.id = operation.id
        return delivery
    }
}

extension PaymentRecord {
    /// The record without its latest changes, and without what only the store knows.
    fileprivate func plain() throws -> PaymentRecord {
        let operations = operations.map { operation in
            var operation = operation
            operation.newestPayment = nil
            return operation
        }
        return try PaymentRecord(
            stored: payment, operations, version: version, closing: closing,
            operationsBeforeRenewal: operationsBeforeRenewal, isCancelled: isCancelled)
    }
}
