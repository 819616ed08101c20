import StorageFixtures
import Database
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

/// What is done with a payment, and which events it leaves behind.
struct EventRow: Sendable, CustomTestStringConvertible {
    let title: String
    /// Each event as its kind and the state after it.
    let events: [String]
    let life: @Sendable (StoreFixture) async throws -> PaymentID

    var testDescription: String { title }

    init(
        _ title: String, _ events: [String],
        _ life: @escaping @Sendable (StoreFixture) async throws -> PaymentID
    ) {
        self.title = title
        self.events = events
        self.life = life
    }

    private static let later = StoreFixture.now.adding(seconds: 120)

    /// An authorization with one outcome.
    private static func ended(_ title: String, _ answer: AuthorizationAnswer, _ written: String)
        -> EventRow
    {
        EventRow(title, [written]) { fixture in
            let intent = try StoreFixture.intent()
            _ = try await fixture.store.begin(intent)
            _ = try await fixture.store.finishes(StoreFixture.ending(intent.payment, answer))
            return intent.payment.id
        }
    }

    static let authorizations = [
        EventRow("an authorization that waits for its outcome has no event", []) { fixture in
            let intent = try StoreFixture.intent()
            _ = try await fixture.store.begin(intent)
            return intent.payment.id
        },
        ended("an approval", .approved(1000), "approved authorized"),
        ended("a decline", .declined, "declined declined"),
        ended("what was not sent", .notSent, "notSent notSent"),
        ended("silence", .unanswered, "unanswered outcomeUnknown"),
        ended("a credit", .credited, "credited credited"),
        EventRow("a sale has one event for its approval and its capture", ["approved authorized"]) {
            try await $0.sale().payment.id
        },
        EventRow(
            "an abandoned authorization, its reversal, and an approval that comes after both",
            ["abandoned outcomeUnknown", "reversed reversed"]
        ) { fixture in
            let intent = try StoreFixture.intent()
            _ = try await fixture.store.begin(intent)
            _ = try await fixture.store.recoverAbandoned(deadlineBefore: later, at: later)
            for _ in 0..<2 {
                for reversal in try await fixture.due() { _ = try await fixture.conclude(reversal) }
                let ending = StoreFixture.ending(intent.payment, .approved(1000))
                #expect(try await fixture.store.finishes(ending) == false)
            }
            return intent.payment.id
        },
        EventRow("the reversal of a decline writes none", ["declined declined"]) { fixture in
            let intent = try StoreFixture.intent()
            _ = try await fixture.store.begin(intent)
            let reversal = try StoreFixture.delivery(.reversal, 1000, of: intent.payment)
            _ = try await fixture.store.finishes(
                StoreFixture.ending(intent.payment, .declined, reversal: reversal))
            #expect(try await fixture.conclude(reversal))
            return intent.payment.id
        },
    ]

    static let operations = [
        EventRow(
            "a capture, and a refund that the acquirer refuses",
            [
                "approved authorized", "requested authorized", "confirmed authorized",
                "requested authorized", "refused authorized",
            ]
        ) { fixture in
            let payment = try await fixture.approved()
            try await fixture.done(.capture, 400, of: payment)
            let refund = try StoreFixture.delivery(.refund, 100, of: payment)
            #expect(try await fixture.reserve(refund) == .reserved)
            #expect(try await fixture.conclude(refund, refusal: .doNotHonor))
            return payment.id
        },
        EventRow(
            "the release of all of a hold",
            ["approved authorized", "requested authorized", "confirmed released"]
        ) { fixture in
            let payment = try await fixture.approved()
            try await fixture.done(.release, 1000, of: payment)
            return payment.id
        },
        EventRow(
            "the void of a credit",
            ["credited credited", "requested credited", "confirmed credited"]
        ) { fixture in
            let (payment, credit) = try await fixture.credited()
            try await fixture.done(.refundVoid, 1000, of: payment, takingBack: credit)
            return payment.id
        },
        EventRow("a capture for which there is no room writes none", ["approved authorized"]) {
            fixture in
            let payment = try await fixture.approved()
            let capture = try StoreFixture.capture(1001, of: payment)
            #expect(try await fixture.reserve(capture) == .refused)
            return payment.id
        },
        EventRow(
            "an answer counts once, and so does its event",
            ["approved authorized", "requested authorized", "confirmed authorized"]
        ) { fixture in
            let payment = try await fixture.approved()
            let capture = try StoreFixture.capture(100, of: payment)
            #expect(try await fixture.reserve(capture) == .reserved)
            #expect(try await fixture.conclude(capture))
            #expect(try await fixture.conclude(capture, refusal: .doNotHonor) == false)
            return payment.id
        },
        EventRow(
            "what is left after a final capture is released",
            [
                "approved authorized", "requested authorized", "confirmed authorized",
                "requested authorized",
            ]
        ) { fixture in
            let payment = try await fixture.approved()
            let last = try StoreFixture.capture(300, of: payment)
            #expect(try await fixture.reserve(last, isLast: true) == .reserved)
            #expect(try await fixture.conclude(last))
            return payment.id
        },
        EventRow(
            "an order that came to nothing and is cancelled",
            ["notSent notSent", "cancelled notSent"]
        ) {
            let intent = try StoreFixture.intent(order: "cancelled")
            _ = try await $0.store.begin(intent)
            _ = try await $0.store.finish(StoreFixture.ending(intent.payment, .notSent))
            let id = intent.payment.id
            let step = PaymentStep(
                of: .order(StoreFixture.name(of: "cancelled")), at: later, messagesDue: later
            ) { _ in .nothingLeft(of: id, cancelling: [id]) }
            for _ in 0..<2 { _ = try await $0.store.change(step) }
            return id
        },
        EventRow(
            "a hold that is renewed, and what is left of it released",
            ["approved authorized", "renewed authorized", "requested authorized"]
        ) {
            let hold = try await $0.approved()
            _ = try await $0.renewed(hold, 1000)
            return hold.id
        },
        EventRow(
            "a capture of which the client hears that it is final before the acquirer answers",
            [
                "approved authorized", "requested authorized", "accepted authorized",
                "confirmed authorized",
            ]
        ) { fixture in
            let payment = try await fixture.approved()
            let capture = try StoreFixture.capture(100, of: payment)
            #expect(try await fixture.reserve(capture) == .reserved)
            #expect(
                try await fixture.store.postpone(capture, until: later, at: StoreFixture.now))
            #expect(try await fixture.conclude(try #require(try await fixture.due().first)))
            return payment.id
        },
    ]
}

@Suite("The events of a payment", .timeLimit(.minutes(5)), .onBothDatabases)
struct PaymentEventTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }

    init() async throws {
        fixture = try await StoreFixture()
    }

    @Test(
        "each change of a payment has its event, under the version that it made",
        arguments: EventRow.authorizations + EventRow.operations)
    func life(_ row: EventRow) async throws {
        let payment = try await row.life(fixture).value.identifier
        let (events, version) = try await store.read { db in
            let events = try db.allRows(
                """
                SELECT e.kind, e.state FROM payments p JOIN payment_events e ON e.payment = p.row
                WHERE p.id = ? ORDER BY e.sequence
                """,
                [payment]
            ) { columns in "\(try columns.text()) \(try columns.text())" }
            let version = try db.first("SELECT version FROM payments WHERE id = ?", [payment]) {
                try $0.count()
            }
            return (events, version)
        }
        #expect(events == row.events)
        #expect(version == row.events.count)
        #expect(try await store.audit().breaches == [])
    }

    @Test("the event of a sale's approval names its capture, and a later one its own operation")
    func operations() async throws {
        let (payment, capture) = try await fixture.sale()
        #expect(try await fixture.conclude(capture))
        try await fixture.done(.refund, 200, of: payment)
        let found = try await store.read { db in
            try db.allRows(
                """
                SELECT e.kind, o.kind, e.amount FROM payment_events e
                    LEFT JOIN operations o ON o.row = e.operation AND o.payment = e.payment
                ORDER BY e.payment, e.sequence
                """
            ) { columns in
                "\(try columns.text()) \(try columns.textOrNil() ?? "-") \(try columns.integer())"
            }
        }
        #expect(
            found == [
                "approved capture 1000", "confirmed capture 1000", "requested refund 200",
                "confirmed refund 200",
            ])
    }
}

extension StoreFixture {
    /// The renewal of a hold, as it was approved.
    func renewed(_ hold: Payment, _ amount: Int64) async throws -> Payment {
        var intent = try StoreFixture.intent(amount, order: hold.orderReference)
        intent.renewal = try await renewal(of: hold.id, order: hold.orderReference)
        _ = try await store.begin(intent)
        var ending = StoreFixture.ending(intent.payment, .approved(amount))
        ending.booking = .renewal(of: try await payment(hold.id))
        #expect(try await store.finishes(ending))
        return try await payment(intent.payment.id)
    }

    /// The messages that are due two minutes later.
    func due() async throws -> [Delivery] {
        let later = StoreFixture.now.adding(seconds: 120)
        return try await store.claimDeliveries(
            of: .sandbox, at: later, leasedUntil: later, limit: 10)
    }
}
