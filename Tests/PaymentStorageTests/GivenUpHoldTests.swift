import StorageFixtures
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

@Suite("A void that releases the remainder too", .timeLimit(.minutes(5)), .onBothDatabases)
struct GivenUpHoldTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }

    init() async throws {
        fixture = try await StoreFixture()
    }

    /// A payment of 1000 with a capture of 400, and its void, which is on its way.
    private func voided(
        isLast: Bool, afterRefusedRelease: Bool = false
    ) async throws -> (payment: Payment, void: Delivery) {
        let payment = try await fixture.approved()
        let capture = try StoreFixture.delivery(.capture, 400, of: payment)
        #expect(try await fixture.reserve(capture, isLast: isLast) == .reserved)
        #expect(try await fixture.conclude(capture))
        if afterRefusedRelease { try await refuseRelease(of: payment, 600) }
        let void = try StoreFixture.delivery(.captureVoid, 400, of: payment)
        #expect(
            try await fixture.reserve(void, takingBack: capture.advice.id, givesUpHold: true)
                == .reserved)
        _ = try await fixture.newReleases()
        return (payment, void)
    }

    /// Has the acquirer refuse the release of what is left, whether that follows from a capture or is asked for.
    private func refuseRelease(of payment: Payment, _ amount: Int64) async throws {
        var release = try await fixture.due().first { $0.paymentID == payment.id }
        if release == nil {
            let asked = try StoreFixture.delivery(.release, amount, of: payment)
            #expect(try await fixture.reserve(asked) == .reserved)
            release = asked
        }
        #expect(
            try await fixture.conclude(try #require(release), refusal: .doNotHonor))
    }

    private func capture(_ payment: Payment) async throws -> ReserveOutcome {
        try await fixture.reserve(try StoreFixture.delivery(.capture, 100, of: payment))
    }

    /// The void of a capture, which is on its way.
    private func void(
        _ capture: Delivery, of payment: Payment, givesUpRest: Bool = true
    ) async throws -> Delivery {
        let amount = capture.advice.amount.minorUnits
        let void = try StoreFixture.delivery(.captureVoid, amount, of: payment)
        #expect(
            try await fixture.reserve(
                void, takingBack: capture.advice.id, givesUpHold: givesUpRest) == .reserved)
        return void
    }

    /// A payment of 1000 with a capture of 200, and then the last one of 300.
    private func twice(
        concludingLast: Bool = true
    ) async throws -> (payment: Payment, first: Delivery, last: Delivery) {
        let payment = try await fixture.approved()
        let first = try StoreFixture.capture(200, of: payment)
        #expect(try await fixture.reserve(first) == .reserved)
        #expect(try await fixture.conclude(first))
        let last = try StoreFixture.capture(300, of: payment)
        #expect(try await fixture.reserve(last, isLast: true) == .reserved)
        if concludingLast { #expect(try await fixture.conclude(last)) }
        _ = try await fixture.newReleases()
        return (payment, first, last)
    }

    /// How many holds are closed by their final capture and by a void.
    private func remembered() async throws -> Int? {
        try await store.read { db in
            try db.first(
                "SELECT count(*) FROM payments WHERE closed_by = 'abandonedAfterLastCapture'"
            ) { columns in try columns.count() }
        }
    }

    @Test(
        "lets nothing be captured any more, and the first to come releases the remainder",
        arguments: [false, true])
    func acknowledged(isLast: Bool) async throws {
        let (payment, void) = try await voided(isLast: isLast)
        #expect(try await capture(payment) == .refused)
        // It may yet be refused: the hold stays.
        #expect(try await fixture.newReleases() == 0)
        #expect(try await fixture.conclude(void))
        #expect(try await capture(payment) == .refused)
        #expect(try await fixture.newReleases() == 1)
        #expect(try await fixture.payment(payment.id).amounts.releasing == 1000)
        #expect(try await fixture.newReleases() == 0)
        #expect(try await store.audit().isClean)
    }

    @Test(
        "releases it even if the acquirer refused that before, and asks no further then",
        arguments: [false, true])
    func refusedBefore(isLast: Bool) async throws {
        let (payment, void) = try await voided(isLast: isLast, afterRefusedRelease: true)
        #expect(try await fixture.newReleases() == 0)
        #expect(try await fixture.conclude(void))
        try await refuseRelease(of: payment, 1000)
        #expect(try await fixture.newReleases() == 0)
        let (other, last) = try await voided(isLast: isLast, afterRefusedRelease: true)
        #expect(try await fixture.conclude(last))
        #expect(try await fixture.newReleases() == 1)
        #expect(try await fixture.payment(other.id).amounts.releasing == 1000)
        #expect(try await store.audit().isClean)
    }

    @Test("leaves it if the acquirer refuses the void")
    func refused() async throws {
        let (payment, void) = try await voided(isLast: false)
        #expect(try await fixture.conclude(void, refusal: .invalidTransaction))
        #expect(try await fixture.newReleases() == 0)
        #expect(try await capture(payment) == .reserved)
        #expect(try await store.audit().isClean)
    }

    @Test(
        "leaves an authorization closed by a final capture, if the acquirer refuses the void",
        arguments: [false, true])
    func refusedAfterLast(afterRefusedRelease: Bool) async throws {
        let (payment, void) = try await voided(
            isLast: true, afterRefusedRelease: afterRefusedRelease)
        #expect(try await fixture.newReleases() == 0)
        #expect(try await fixture.conclude(void, refusal: .invalidTransaction))
        #expect(try await capture(payment) == .refused)
        // The rest was released with the last capture, and is not once more.
        #expect(try await fixture.newReleases() == 0)
        let releasing: Int64 = afterRefusedRelease ? 0 : 600
        #expect(try await fixture.payment(payment.id).amounts.releasing == releasing)
        #expect(try await remembered() == 0)
        #expect(try await store.audit().isClean)
    }

    @Test("is forgotten once it is answered: a void of a capture alone opens the hold again")
    func thenOfCaptureAlone() async throws {
        let (payment, first, last) = try await twice()
        let ofAll = try await void(last, of: payment)
        #expect(try await remembered() == 1)
        #expect(try await fixture.conclude(ofAll, refusal: .doNotHonor))
        let ofOne = try await void(first, of: payment, givesUpRest: false)
        #expect(try await fixture.conclude(ofOne))
        #expect(try await fixture.newReleases() == 0)
        #expect(try await capture(payment) == .reserved)
        #expect(try await store.audit().isClean)
    }

    @Test(
        "keeps the hold closed while it has no answer, though the last capture is refused",
        arguments: [false, true])
    func lastIsRefused(isVoidRefused: Bool) async throws {
        let (payment, first, last) = try await twice(concludingLast: false)
        let void = try await void(first, of: payment)
        #expect(try await fixture.conclude(last, refusal: .doNotHonor))
        #expect(try await capture(payment) == .refused)
        #expect(try await fixture.conclude(void, refusal: isVoidRefused ? .doNotHonor : nil))
        let given = isVoidRefused ? 0 : 1
        #expect(try await fixture.newReleases() == given)
        #expect(try await capture(payment) == (isVoidRefused ? .reserved : .refused))
        #expect(try await store.audit().isClean)
    }
}
