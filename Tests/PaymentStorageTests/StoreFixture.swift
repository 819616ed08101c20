import StorageFixtures
import CardVault
import Dispatch
import Foundation
import PaymentDomain
import PaymentEngine
import Database
import SQLiteDatabase
import Synchronization
import Testing

@testable import PaymentStorage

extension StoreFixture {
    static let acquirerMerchant = AcquirerMerchant(
        merchantNumber: "123456789012345", terminalNumber: "TERM0001", categoryCode: "5411")

    /// Leaves the closed batches as if the process that closed them had died in the middle.
    static let cutOffBatches = """
        UPDATE batches SET closing = 1; DELETE FROM payment_events WHERE payment = 0
        """

    static func dollars(_ minorUnits: Int64) throws -> Money {
        try Money(minorUnits: minorUnits, currency: .usd)
    }

    /// An intent with everything in it.
    static func intent(
        _ amount: Int64 = 1000, order: String = "order", card: String = "4111110000001111",
        token: String? = nil, cryptogram: String? = nil, key: String? = nil
    ) throws -> AuthorizationIntent {
        let handle = try #require(VaultHandle(card))
        let expiry = try #require(CardExpiry(year: 2030, month: 7))
        let payment = Payment(
            id: PaymentID(), authorizationID: OperationID(), merchant: merchant, line: .sandbox,
            orderReference: order, handle: handle, requested: try dollars(amount), createdAt: now)
        var details = AuthorizationDetails(
            issuerPrefix: "411111", lastFour: "1111", originalLastFour: nil, network: .visa,
            expiry: expiry, entryMode: .applePay, dialect: "radial",
            merchant: acquirerMerchant)
        details.metadata = #"{"cart":"7"}"#
        return AuthorizationIntent(
            payment: payment,
            card: ProposedCard(
                handle: handle, fingerprint: Array("print of \(card)".utf8), expiry: expiry,
                sealPAN: { _, _ in SealedRecord(keyID: "s1", bytes: [1, 2, 3]) }),
            details: details,
            spentToken: token.map {
                SpentToken(
                    merchant: merchant, transactionID: $0, cryptogramName: cryptogram, at: now)
            },
            claim: key.map {
                IdempotencyClaim(
                    key: IdempotencyKey(merchant: merchant, dialect: "radial", key: $0),
                    requestDigest: [9, 9])
            },
            deadline: now.adding(seconds: 60), traceNumber: 7)
    }

    static func ending(
        _ payment: Payment, _ answer: AuthorizationAnswer, reversal: Delivery? = nil
    ) -> AuthorizationEnding {
        AuthorizationEnding(
            paymentID: payment.id, answer: answer, reversal: reversal, authorizationCode: "123456",
            networkReference: nil, declineReason: nil, at: now)
    }

    static func capture(_ amount: Int64, of payment: Payment) throws -> Delivery {
        try delivery(.capture, amount, of: payment)
    }

    /// The renewal of a payment of an order as it is now.
    func renewal(of payment: PaymentID, order: String = "order") async throws -> Renewal {
        let name = StoreFixture.name(of: order)
        return Renewal(
            of: payment, name, asRead: try #require(try await store.order(name)))
    }

    static func name(of order: String) -> OrderName {
        OrderName(order, of: merchant, card: nil)
    }

    static func delivery(
        _ kind: AdviceKind, _ amount: Int64, of payment: Payment, dueAt: Timestamp = now
    ) throws -> Delivery {
        Delivery(
            advice: AcquirerAdvice(
                id: OperationID(), line: .sandbox, kind: kind,
                identity: MessageIdentity(
                    traceNumber: kind == .reversal ? 7 : 8, transmittedAt: now),
                authorizationID: payment.authorizationID,
                authorization: MessageReference(
                    MessageIdentity(traceNumber: 7, transmittedAt: payment.createdAt)),
                merchant: acquirerMerchant, amount: try dollars(amount)),
            paymentID: payment.id, attempts: 0, dueAt: dueAt)
    }

    /// A payment whose authorization was approved.
    func approved(_ amount: Int64 = 1000, order: String = "order") async throws -> Payment {
        let intent = try StoreFixture.intent(amount, order: order)
        _ = try await store.begin(intent)
        let isFirst = try await store.finishes(
            StoreFixture.ending(intent.payment, .approved(amount)))
        #expect(isFirst)
        return try await payment(intent.payment.id)
    }

    /// A sale, or a forced capture, that was approved, and the message of its capture.
    func sale(
        _ kind: TransactionKind = .sale
    ) async throws -> (payment: Payment, capture: Delivery) {
        var intent = try StoreFixture.intent()
        intent.transaction = try StoreFixture.name(1, kind)
        _ = try await store.begin(intent)
        let capture = try StoreFixture.capture(1000, of: intent.payment)
        var ending = StoreFixture.ending(intent.payment, .approved(1000))
        ending.booking = .capture(capture)
        #expect(try await store.finishes(ending))
        return (try await payment(intent.payment.id), capture)
    }

    /// A capture, refund, release or void that the acquirer took.
    @discardableResult
    func done(
        _ kind: AdviceKind, _ amount: Int64, of payment: Payment,
        takingBack target: OperationID? = nil, ofCapture capture: OperationID? = nil
    ) async throws -> OperationID {
        let delivery = try StoreFixture.delivery(kind, amount, of: payment)
        let outcome = try await reserve(delivery, takingBack: target, ofCapture: capture)
        #expect(outcome == .reserved)
        #expect(try await conclude(delivery))
        return delivery.advice.id
    }

    func reserve(
        _ delivery: Delivery, takingBack target: OperationID? = nil,
        ofCapture capture: OperationID? = nil, transaction: TransactionName? = nil,
        isLast: Bool = false, givesUpHold: Bool = false
    ) async throws -> ReserveOutcome {
        var request = RequestedOperation(delivery)
        request.isFinal = isLast
        request.givesUpHold = givesUpHold
        request.target = target
        request.ofCapture = capture
        request.transaction = transaction
        return try await store.request(request)
    }

    /// A card that was given money, and the credit's operation.
    func credited(
        _ amount: Int64 = 1000, transaction: TransactionName? = nil
    ) async throws -> (payment: Payment, credit: OperationID) {
        var intent = try StoreFixture.intent(amount)
        intent.transaction = transaction
        _ = try await store.begin(intent)
        var ending = StoreFixture.ending(intent.payment, .credited)
        let credit = OperationID()
        ending.booking = .credit(credit)
        #expect(try await store.finishes(ending))
        return (try await payment(intent.payment.id), credit)
    }

    /// A registration of the merchant's, with something sealed under it.
    func registered(
        _ name: String, until end: Timestamp = now.adding(seconds: 60)
    ) async throws -> RegistrationID {
        let id = try #require(RegistrationID(name))
        let isNew = try await store.register(
            StoredRegistration(
                id: id, merchant: StoreFixture.merchant,
                sealedContent: SealedRecord(keyID: "s1", bytes: [8]), expiresAt: end))
        #expect(isNew)
        return id
    }

    static func name(
        _ number: Int64, _ kind: TransactionKind, client: String? = nil
    ) throws -> TransactionName {
        TransactionName(
            number: try #require(TransactionNumber(number)), kind: kind, clientName: client)
    }

    func conclude(_ delivery: Delivery, refusal: DeclineReason? = nil) async throws -> Bool {
        try await store.concludes(
            AdviceConclusion(
                delivery: delivery, refusal: refusal, at: StoreFixture.now))
    }

    func payment(_ id: PaymentID) async throws -> Payment {
        let found = try await store.payments(.payment(id), of: StoreFixture.merchant)
        return try #require(found.first)
    }
}

extension ProposedCard {
    /// The card as it lies in the books once it is kept.
    func stored() throws(VaultError) -> StoredCard {
        StoredCard(
            handle: handle, fingerprint: fingerprint,
            sealedPAN: try sealPAN(StoreFixture.merchant, handle), expiry: expiry, shape: shape)
    }
}
