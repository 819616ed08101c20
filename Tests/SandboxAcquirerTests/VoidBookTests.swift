import PaymentDomain
import PaymentEngine
import Testing

@testable import SandboxAcquirer

@Suite("The sandbox books credits and voids", .timeLimit(.minutes(5)))
struct VoidBookTests {
    private let fixture: SandboxFixture
    private var acquirer: SandboxAcquirer { fixture.acquirer }
    private let refused = AdviceOutcome.refused(.invalidAmount)

    init() async throws {
        fixture = try await SandboxFixture()
    }

    private func advise(
        _ kind: AdviceKind, _ decimal: String, of id: OperationID
    ) async throws -> AdviceOutcome {
        await acquirer.advise(try SandboxFixture.advice(kind, decimal, of: id))
    }

    @Test("a capture is taken back, but not below what was refunded of it")
    func captureVoid() async throws {
        let id = try await fixture.held("10.00")
        #expect(try await advise(.captureVoid, "0.01", of: id) == refused)
        _ = try await advise(.capture, "6.00", of: id)
        _ = try await advise(.refund, "2.00", of: id)
        #expect(try await advise(.captureVoid, "4.01", of: id) == refused)
        #expect(try await advise(.captureVoid, "4.00", of: id) == .acknowledged(nil))
        #expect(try await fixture.row(id)?.captured == 200)
        #expect(try await advise(.capture, "8.00", of: id) == .acknowledged(nil))
        #expect(try await fixture.row(id)?.captured == 1000)
    }

    @Test("a refund is taken back once")
    func refundVoid() async throws {
        let id = try await fixture.held("10.00")
        _ = try await advise(.capture, "6.00", of: id)
        _ = try await advise(.refund, "2.00", of: id)
        #expect(try await advise(.refundVoid, "2.01", of: id) == refused)
        let void = try SandboxFixture.advice(.refundVoid, "2.00", of: id)
        #expect(await acquirer.advise(void) == .acknowledged(nil))
        #expect(await acquirer.advise(void) == .acknowledged(nil))
        #expect(try await fixture.row(id)?.refunded == 0)
        #expect(try await advise(.refundVoid, "0.01", of: id) == refused)
    }

    @Test("a credit gives money and holds none; its void takes it back")
    func credit() async throws {
        let id = try await fixture.credited("10.00")
        let row = try #require(try await fixture.row(id))
        #expect((row.held, row.credited) == (0, 1000))
        #expect(try await advise(.capture, "1.00", of: id) == refused)
        #expect(try await advise(.refund, "1.00", of: id) == refused)
        #expect(try await advise(.captureVoid, "1.00", of: id) == refused)
        #expect(try await advise(.refundVoid, "10.01", of: id) == refused)
        #expect(try await advise(.refundVoid, "10.00", of: id) == .acknowledged(nil))
        #expect(try await fixture.row(id)?.credited == 0)
        #expect(try await advise(.refundVoid, "10.00", of: id) == refused)
    }

    @Test("a reversal undoes a credit, and nothing can be taken back of it afterwards")
    func reversedCredit() async throws {
        let id = try await fixture.credited("10.00")
        #expect(try await advise(.reversal, "10.00", of: id) == .acknowledged(nil))
        #expect(try await fixture.row(id)?.isReversed == true)
        #expect(
            try await advise(.refundVoid, "10.00", of: id) == .refused(.invalidTransaction))
    }

    @Test(
        "the amount decides of credits as of holds, but none is given in part",
        arguments: [
            ("14.99", "approved 1499", 1499), ("7000.51", "declined 51", nil),
            ("7000.10", "declined 51", nil), ("7100.01", "unknown", 710_001),
            ("7100.02", "unknown", nil), ("7100.03", "approved 710003", 710_003),
            ("7100.04", "notSent", nil),
        ] as [(String, String, Int64?)])
    func creditAmounts(decimal: String, answer: String, credited: Int64?) async throws {
        var request = try SandboxFixture.credit(decimal)
        request.allowsPartialApproval = true
        #expect(await acquirer.authorize(request).word == answer)
        #expect(try await fixture.row(request.id)?.credited == credited)
    }

    @Test("the test amounts of advices are those of voids too")
    func testAmounts() async throws {
        let id = try await fixture.held("90000.00")
        for decimal in ["7200.01", "7200.02", "7200.05", "20000.00"] {
            // The captures misbehave too; told often enough, all but one are booked.
            let capture = try SandboxFixture.advice(.capture, decimal, of: id)
            for _ in 0...SandboxLimits.lostTries { _ = await acquirer.advise(capture) }
        }
        let captured = try #require(try await fixture.row(id)?.captured)
        let silent = try SandboxFixture.advice(.captureVoid, "7200.01", of: id)
        #expect(await acquirer.advise(silent) == .unanswered)
        #expect(try await fixture.row(id)?.captured == captured - 720_001)
        #expect(await acquirer.advise(silent) == .acknowledged(nil))
        let lost = try SandboxFixture.advice(.captureVoid, "7200.02", of: id)
        for _ in 0..<SandboxLimits.lostTries {
            #expect(await acquirer.advise(lost) == .unanswered)
        }
        #expect(await acquirer.advise(lost) == .acknowledged(nil))
        #expect(try await fixture.row(id)?.captured == captured - 1_440_003)
        let kept = try SandboxFixture.advice(.captureVoid, "7200.05", of: id)
        #expect(await acquirer.advise(kept) == .refused(.doNotHonor))
    }

    @Test("sixty-four voids at once take back no more than was captured")
    func sixtyFour() async throws {
        let id = try await fixture.held("10.00")
        _ = try await advise(.capture, "10.00", of: id)
        let acquirer = acquirer
        let taken = try await withThrowingTaskGroup(of: AdviceOutcome.self) { group in
            for _ in 0..<64 {
                let void = try SandboxFixture.advice(.captureVoid, "0.90", of: id)
                group.addTask { await acquirer.advise(void) }
            }
            return try await group.reduce(into: 0) { $0 += $1 == .acknowledged(nil) ? 1 : 0 }
        }
        #expect(taken == 11)
        #expect(try await fixture.row(id)?.captured == 10)
    }
}
