import ApplePayToken
import PaymentDomain
import Synchronization
import Testing
import TokenFixtures

@Suite("The earliest signing time", .timeLimit(.minutes(5)))
struct EarliestSigningTests {
    /// Where it lies, and what becomes of a token.
    struct Row: Sendable {
        /// Milliseconds after the token's signing; nil for no such moment.
        let later: Int64?
        let isTaken: Bool
    }

    /// The moment, as a restore moves it.
    private final class Moment: Sendable {
        private let current = Mutex<Timestamp?>(nil)

        var value: Timestamp? { current.withLock { $0 } }

        func move(to moment: Timestamp) { current.withLock { $0 = moment } }
    }

    private let fixture: TokenFixture
    private let token: PaymentToken

    init() throws {
        fixture = try TokenFixture.shared()
        token = try PaymentToken(fields: try fixture.token().fields)
    }

    private func makeVerifier(
        _ earliest: @escaping @Sendable () -> Timestamp?
    ) -> PaymentTokenVerifier {
        PaymentTokenVerifier(
            roots: [fixture.apple.root.identity.certificate], earliestSigning: earliest)
    }

    @Test(
        "a token signed at it is accepted, and a millisecond before it not; without one all are",
        arguments: [
            Row(later: nil, isTaken: true), Row(later: -1_000, isTaken: true),
            Row(later: -1, isTaken: true), Row(later: 0, isTaken: true),
            Row(later: 1, isTaken: false), Row(later: 1_000, isTaken: false),
        ])
    func boundary(_ row: Row) async throws {
        let earliest = row.later.map { Timestamp(milliseconds: fixture.now.milliseconds + $0) }
        let verifier = makeVerifier { earliest }
        if row.isTaken {
            #expect(try await verifier.verify(token, at: fixture.now).signedAt == fixture.now)
        } else {
            await #expect(throws: PaymentTokenError.signedBeforeRestore) {
                try await verifier.verify(token, at: fixture.now)
            }
        }
        #expect(verifier.earliestSigningTime == earliest)
    }

    @Test("a token signed before it may have paid, even if it is too old by now")
    func tooOld() async throws {
        let signedAt = fixture.now
        let late = signedAt.adding(seconds: 3_600)
        let verifier = makeVerifier { signedAt.adding(seconds: 1) }
        await #expect(throws: PaymentTokenError.signedBeforeRestore) {
            try await verifier.verify(token, at: late)
        }
        let earlier = makeVerifier { signedAt }
        await #expect(throws: PaymentTokenError.staleSigningTime) {
            try await earlier.verify(token, at: late)
        }
    }

    @Test("its refusal says what is true, and asks nobody to pay again unlooked")
    func refusal() {
        let refusal = PaymentTokenError.signedBeforeRestore.refusal
        #expect(refusal.kind == .replayed)
        #expect(refusal.code == "signed-before-restore")
        #expect(refusal.sentence.contains("Look for that payment first."))
        #expect(!refusal.sentence.contains("clock"))
        // InstaMed's clients split its errors there.
        #expect(!refusal.sentence.contains(";"))
        #expect(refusal.sentence.hasSuffix("."))
    }

    @Test("it is read at each token, also if the chain is remembered")
    func eachToken() async throws {
        let earliest = Moment()
        let verifier = makeVerifier { earliest.value }
        _ = try await verifier.verify(token, at: fixture.now)
        earliest.move(to: fixture.now.adding(seconds: 1))
        await #expect(throws: PaymentTokenError.signedBeforeRestore) {
            try await verifier.verify(token, at: fixture.now)
        }
        earliest.move(to: fixture.now)
        _ = try await verifier.verify(token, at: fixture.now)
    }
}
