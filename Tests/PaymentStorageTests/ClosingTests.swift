import StorageFixtures
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

/// What is done with a hold, and why it is closed to captures then.
struct ClosingRow: Sendable, CustomTestStringConvertible {
    let title: String
    /// The reason; nil if the hold is open.
    let reason: String?
    let life: @Sendable (ClosingHold) async throws -> Void

    var testDescription: String { title }

    init(
        _ title: String, _ reason: String?,
        _ life: @escaping @Sendable (ClosingHold) async throws -> Void
    ) {
        self.title = title
        self.reason = reason
        self.life = life
    }

    static let all = [
        ClosingRow("a capture that isn't the final one closes nothing", nil) {
            try await $0.captured(300)
        },
        ClosingRow("a final capture closes the hold", "lastCapture") {
            _ = try await $0.requestCapture(300, isFinal: true)
        },
        ClosingRow("a final capture that is refused opens it again", nil) {
            let last = try await $0.requestCapture(300, isFinal: true)
            try await $0.answer(last, refused: true)
        },
        ClosingRow("the void of an earlier capture alone opens it again", nil) {
            let first = try await $0.captured(200)
            try await $0.captured(300, isFinal: true)
            let void = try await $0.requestVoid(first)
            try await $0.answer(void)
        },
        ClosingRow("a void that gives up the hold closes it", "abandoned") {
            let first = try await $0.captured(200)
            _ = try await $0.requestVoid(first, givesUpHold: true)
        },
        ClosingRow("if that void is confirmed, the hold stays closed", "abandoned") {
            let first = try await $0.captured(200)
            let void = try await $0.requestVoid(first, givesUpHold: true)
            try await $0.answer(void)
        },
        ClosingRow("if that void is refused, the hold is open again", nil) {
            let first = try await $0.captured(200)
            let void = try await $0.requestVoid(first, givesUpHold: true)
            try await $0.answer(void, refused: true)
        },
        ClosingRow("the void gives up a hold after its final capture", "abandonedAfterLastCapture")
        {
            let last = try await $0.captured(300, isFinal: true)
            _ = try await $0.requestVoid(last, givesUpHold: true)
        },
        ClosingRow("once that void is confirmed, the final capture is the reason", "lastCapture") {
            let last = try await $0.captured(300, isFinal: true)
            let void = try await $0.requestVoid(last, givesUpHold: true)
            try await $0.answer(void)
        },
        ClosingRow("once that void is refused, the final capture is the reason", "lastCapture") {
            let last = try await $0.captured(300, isFinal: true)
            let void = try await $0.requestVoid(last, givesUpHold: true)
            try await $0.answer(void, refused: true)
        },
        ClosingRow(
            "while one of two voids has no answer, the reason stays", "abandonedAfterLastCapture"
        ) {
            let first = try await $0.captured(200)
            let last = try await $0.captured(300, isFinal: true)
            let voids = [
                try await $0.requestVoid(first, givesUpHold: true), try await $0.requestVoid(last),
            ]
            try await $0.answer(voids[0])
        },
        ClosingRow("a final capture that is refused beside the void leaves the void", "abandoned") {
            let first = try await $0.captured(200)
            let last = try await $0.requestCapture(300, isFinal: true)
            _ = try await $0.requestVoid(first, givesUpHold: true)
            try await $0.answer(last, refused: true)
        },
        ClosingRow("a renewal closes the hold that it renews", "renewed") {
            _ = try await $0.fixture.renewed($0.payment, 1000)
        },
        ClosingRow("a renewed hold stays closed when a void is refused", "renewed") {
            let first = try await $0.captured(200)
            _ = try await $0.fixture.renewed($0.payment, 800)
            let void = try await $0.requestVoid(first, givesUpHold: true)
            try await $0.answer(void, refused: true)
        },
        ClosingRow("another payment of the order by a card token is no renewal", nil) {
            let first = try await $0.captured(200)
            let void = try await $0.requestVoid(first, givesUpHold: true)
            try await $0.payByToken()
            try await $0.answer(void, refused: true)
        },
    ]
}

/// A hold of 1000, and what a row does with it.
struct ClosingHold: Sendable {
    let fixture: StoreFixture
    let payment: Payment

    func requestCapture(_ amount: Int64, isFinal: Bool = false) async throws -> Delivery {
        let capture = try StoreFixture.capture(amount, of: payment)
        #expect(try await fixture.reserve(capture, isLast: isFinal) == .reserved)
        return capture
    }

    @discardableResult
    func captured(_ amount: Int64, isFinal: Bool = false) async throws -> Delivery {
        let capture = try await requestCapture(amount, isFinal: isFinal)
        try await answer(capture)
        return capture
    }

    func requestVoid(_ capture: Delivery, givesUpHold: Bool = false) async throws -> Delivery {
        let amount = capture.advice.amount.minorUnits
        let void = try StoreFixture.delivery(.captureVoid, amount, of: payment)
        #expect(
            try await fixture.reserve(
                void, takingBack: capture.advice.id, givesUpHold: givesUpHold) == .reserved)
        return void
    }

    func answer(_ delivery: Delivery, refused: Bool = false) async throws {
        #expect(try await fixture.conclude(delivery, refusal: refused ? .doNotHonor : nil))
    }

    func payByToken() async throws {
        var intent = try StoreFixture.intent(order: payment.orderReference)
        intent.details.entryMode = .credentialOnFile
        _ = try await fixture.store.begin(intent)
        _ = try await fixture.store.finishes(
            StoreFixture.ending(intent.payment, .approved(1000)))
    }
}

@Suite("Why a hold takes no capture", .timeLimit(.minutes(5)), .onBothDatabases)
struct ClosingTests {
    private let fixture: StoreFixture

    init() async throws {
        fixture = try await StoreFixture()
    }

    private func reason(of payment: PaymentID) async throws -> String? {
        try await fixture.store.read { db in
            try db.first(
                "SELECT closed_by FROM payments WHERE id = ?", [payment.value.identifier]
            ) { try $0.textOrNil() } ?? nil
        }
    }

    @Test("is written with what closes it, and goes with what opens it", arguments: ClosingRow.all)
    func life(_ row: ClosingRow) async throws {
        let payment = try await fixture.approved()
        try await row.life(ClosingHold(fixture: fixture, payment: payment))
        #expect(try await reason(of: payment.id) == row.reason)
        #expect(try await fixture.payment(payment.id).isClosed == (row.reason != nil))
        #expect(try await fixture.store.audit().breaches == [])
    }

    @Test(
        "is the refused sale, whether its client heard that it is final or not",
        arguments: [false, true])
    func refusedSale(isTold: Bool) async throws {
        let (payment, capture) = try await fixture.sale()
        if isTold {
            #expect(
                try await fixture.store.postpone(
                    capture, until: StoreFixture.now, at: StoreFixture.now))
        }
        #expect(try await fixture.conclude(capture, refusal: .doNotHonor))
        #expect(try await reason(of: payment.id) == "saleRefused")
        #expect(try await fixture.payment(payment.id).amounts.releasing == 1000)
        #expect(try await fixture.store.audit().breaches == [])
    }
}
