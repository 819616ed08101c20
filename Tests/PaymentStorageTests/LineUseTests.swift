import MerchantStorage
import PaymentDomain
import PaymentEngine
import Routing
import StorageFixtures
import Testing

@testable import PaymentStorage

@Suite("A payment and its line in the database", .timeLimit(.minutes(5)), .onBothDatabases)
struct LineUseTests {
    private static let east = LineID("east")

    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }

    init() async throws {
        fixture = try await StoreFixture()
    }

    private func create(_ line: LineID) async throws {
        _ = try await store.merchantStore.create(
            try LineFixture.line(line.value), secret: LineFixture.sealed(), by: "alice",
            at: StoreFixture.now)
    }

    private static func intent(
        on line: LineID, card: String = "4111110000001111", token: String? = nil
    ) throws -> AuthorizationIntent {
        var intent = try StoreFixture.intent(card: card, token: token)
        intent.payment.line = line
        return intent
    }

    /// Whether a line could be removed; otherwise it is in use.
    private static func isRemoved(
        _ line: LineID, by store: SQLPaymentStore
    ) async throws -> Bool {
        do throws(AdministrationError) {
            _ = try await store.merchantStore.remove(line, by: "bob", at: StoreFixture.now)
            return true
        } catch .lineRefused(.lineInUse) {
            return false
        }
    }

    @Test("a payment of a line that isn't there is not written, and nothing of it is spent")
    func gone() async throws {
        let intent = try Self.intent(on: Self.east, token: "aa")
        #expect(try await store.begin(intent) == .lineGone)
        #expect(try await store.card(intent.card.handle, of: StoreFixture.merchant) == nil)
        try await create(Self.east)
        #expect(try await store.begin(intent) == .begun(intent.card.handle, isNewCard: true))
        #expect(try await store.audit().isClean)
    }

    @Test(
        "a line that a payment went over can't be removed; one to which it only might have gone can"
    )
    func used() async throws {
        for line in [Self.east, LineID("west")] { try await create(line) }
        let intent = try Self.intent(on: Self.east)
        _ = try await store.begin(intent)
        #expect(try await Self.isRemoved(Self.east, by: store) == false)
        #expect(try await Self.isRemoved(LineID("west"), by: store))
    }

    @Test("a payment moves to a line that is there alone, which then can't be removed")
    func rerouted() async throws {
        for line in [Self.east, LineID("west")] { try await create(line) }
        let payment = try Self.intent(on: Self.east).payment
        var intent = try Self.intent(on: Self.east)
        intent.payment = payment
        _ = try await store.begin(intent)
        #expect(
            try await store.reroute(
                payment.id, to: LineID("north"), as: StoreFixture.acquirerMerchant) == false)
        #expect(
            try await store.reroute(
                payment.id, to: LineID("west"), as: StoreFixture.acquirerMerchant))
        for line in [Self.east, LineID("west")] {
            #expect(try await Self.isRemoved(line, by: store) == false)
        }
        #expect(try await store.audit().isClean)
    }

    @Test("a line's row isn't written again by a payment that begins over it or moves to it")
    func markedOnce() async throws {
        for line in [Self.east, LineID("west")] {
            try await create(line)
            _ = try await store.begin(
                try Self.intent(
                    on: line, card: line == Self.east ? "4111110000001111" : "4111110000002222"))
        }
        try fixture.execute(
            fixture.file == nil
                ? """
                CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
                    AS 'BEGIN RAISE EXCEPTION ''written again''; END';
                CREATE TRIGGER marked_once BEFORE UPDATE ON lines
                    FOR EACH ROW EXECUTE FUNCTION refuse()
                """
                : """
                CREATE TRIGGER marked_once BEFORE UPDATE ON lines
                    BEGIN SELECT RAISE(ABORT, 'written again'); END
                """)
        let intent = try Self.intent(on: Self.east, card: "4111110000003333")
        _ = try await store.begin(intent)
        #expect(
            try await store.reroute(
                intent.payment.id, to: LineID("west"), as: StoreFixture.acquirerMerchant))
    }

    @Test("of payments that begin while their line is removed, none is stored under no line")
    func race() async throws {
        let other = try await fixture.openedAgain()
        let store = store
        for round in 0..<24 {
            let line = LineID("line-\(round)")
            try await create(line)
            let removal = Task { try await Self.isRemoved(line, by: other) }
            let begun = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        let intent = try Self.intent(on: line, card: "41111100\(round)000\(number)")
                        return try await store.begin(intent) != .lineGone
                    }
                }
                return try await group.reduce(into: [Bool]()) { $0.append($1) }
            }
            let isRemoved = try await removal.value
            #expect(begun.contains(true) != isRemoved, "round \(round)")
        }
        #expect(try await store.audit().isClean)
        try other.close()
    }
}
