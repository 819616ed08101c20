import StorageFixtures
import PaymentDomain
import Testing

@testable import PaymentStorage

@Suite("The note of a restore", .timeLimit(.minutes(5)), .onBothDatabases)
struct RestoreNoteTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }

    init() async throws {
        fixture = try await StoreFixture()
    }

    @Test("running servers learn of it, by a configuration version that this database never had")
    func configurationVersion() async throws {
        let moment = StoreFixture.now
        #expect(try await store.lastRestore() == nil)
        #expect(
            try await store.merchantStore.configurationVersion() < 1_000,
            "one for each act, of which some may be lost")
        let noted = try await store.recordRestore(at: moment)
        #expect(noted.configurationVersion == moment.milliseconds)
        #expect(try await store.merchantStore.configurationVersion() == noted.configurationVersion)
        #expect(try await store.lastRestore() == moment)
    }

    @Test("of two the later counts, and a clock that went back takes no configurationVersion twice")
    func again() async throws {
        let moment = StoreFixture.now
        let first = try await store.recordRestore(at: moment)
        let second = try await store.recordRestore(at: moment.adding(seconds: -60))
        #expect(second.configurationVersion == first.configurationVersion + 1)
        #expect(try await store.lastRestore() == moment)
        #expect(try await store.audit().isClean)
    }
}
