import PaymentDomain
import PaymentEngine
import Testing

@testable import SandboxAcquirer

@Suite("The sandbox carries out messages", .timeLimit(.minutes(5)))
struct AdviceBookTests {
    private let fixture: SandboxFixture
    private var acquirer: SandboxAcquirer { fixture.acquirer }

    init() async throws {
        fixture = try await SandboxFixture()
    }

    private func advise(
        _ kind: AdviceKind, _ decimal: String, of id: OperationID
    ) async throws -> AdviceOutcome {
        await acquirer.advise(try SandboxFixture.advice(kind, decimal, of: id))
    }

    @Test("captures, refunds and releases are booked up to what there is, and no further")
    func limits() async throws {
        let id = try await fixture.held("10.00")
        let refused = AdviceOutcome.refused(.invalidAmount)
        #expect(try await advise(.refund, "0.01", of: id) == refused)
        #expect(try await advise(.capture, "10.01", of: id) == refused)
        #expect(try await advise(.capture, "6.00", of: id) == .acknowledged(nil))
        #expect(try await advise(.release, "4.01", of: id) == refused)
        #expect(try await advise(.release, "1.00", of: id) == .acknowledged(nil))
        #expect(try await advise(.capture, "3.01", of: id) == refused)
        #expect(try await advise(.refund, "6.00", of: id) == .acknowledged(nil))
        #expect(try await advise(.refund, "0.01", of: id) == refused)
        #expect(try await advise(.capture, "0.00", of: id) == refused)
        let row = try #require(try await fixture.row(id))
        #expect((row.held, row.captured, row.refunded, row.released) == (1000, 600, 600, 100))
    }

    @Test("a repeated advice is booked once and acknowledged again")
    func repetition() async throws {
        let id = try await fixture.held("10.00")
        let capture = try SandboxFixture.advice(.capture, "6.00", of: id)
        #expect(await acquirer.advise(capture) == .acknowledged(nil))
        #expect(await acquirer.advise(capture) == .acknowledged(nil))
        #expect(try await fixture.row(id)?.captured == 600)
        var changed = capture
        changed.amount = try SandboxFixture.money("1.00")
        #expect(await acquirer.advise(changed) == .refused(.duplicateTransmission))
        let late = try SandboxFixture.advice(.refund, "7.00", of: id)
        #expect(await acquirer.advise(late) == .refused(.invalidAmount))
        #expect(try await advise(.capture, "1.00", of: id) == .acknowledged(nil))
        #expect(await acquirer.advise(late) == .refused(.invalidAmount))
    }

    @Test("sixty-four captures at once never exceed the hold")
    func sixtyFour() async throws {
        let id = try await fixture.held("10.00")
        let acquirer = acquirer
        let taken = try await withThrowingTaskGroup(of: AdviceOutcome.self) { group in
            for _ in 0..<64 {
                let capture = try SandboxFixture.advice(.capture, "0.90", of: id)
                group.addTask { await acquirer.advise(capture) }
            }
            return try await group.reduce(into: 0) { $0 += $1 == .acknowledged(nil) ? 1 : 0 }
        }
        #expect(taken == 11)
        #expect(try await fixture.row(id)?.captured == 990)
    }

    @Test(
        "an advice about nothing, or about another merchant's or currency's hold, is refused",
        arguments: [AdviceKind.capture, .refund, .release, .captureVoid, .refundVoid])
    func foreign(kind: AdviceKind) async throws {
        let nothing = try await advise(kind, "1.00", of: OperationID())
        #expect(nothing == .refused(.unableToLocateRecord))
        let id = try await fixture.held("10.00")
        var elsewhere = try SandboxFixture.advice(kind, "1.00", of: id)
        elsewhere.merchant.merchantNumber = "999"
        #expect(await acquirer.advise(elsewhere) == .refused(.invalidMerchant))
        var euros = try SandboxFixture.advice(kind, "1.00", of: id)
        euros.amount = try SandboxFixture.money("1.00", "EUR")
        #expect(await acquirer.advise(euros) == .refused(.invalidAmount))
    }

    @Test("a reversal undoes the hold, and nothing can be taken afterwards")
    func reversal() async throws {
        let id = try await fixture.held("10.00")
        #expect(try await advise(.reversal, "10.00", of: id) == .acknowledged(nil))
        #expect(try await advise(.reversal, "10.00", of: id) == .acknowledged(nil))
        #expect(try await fixture.row(id)?.isReversed == true)
        #expect(try await advise(.capture, "1.00", of: id) == .refused(.invalidTransaction))
    }

    @Test("a captured amount is not undone by a reversal")
    func reversalAfterCapture() async throws {
        let id = try await fixture.held("10.00")
        _ = try await advise(.capture, "1.00", of: id)
        #expect(try await advise(.reversal, "10.00", of: id) == .refused(.invalidTransaction))
    }

    @Test("a reversal that overtakes its authorization is remembered, and the latter declined")
    func overtaken() async throws {
        let request = try SandboxFixture.request("10.00")
        #expect(try await advise(.reversal, "10.00", of: request.id) == .acknowledged(nil))
        #expect(await acquirer.authorize(request).word == "declined 21")
        #expect(try await fixture.row(request.id)?.held == 0)
    }

    @Test("7200.01 is carried out in silence, and acknowledged when sent again")
    func bookedInSilence() async throws {
        let id = try await fixture.held("9000.00")
        let capture = try SandboxFixture.advice(.capture, "7200.01", of: id)
        #expect(await acquirer.advise(capture) == .unanswered)
        #expect(try await fixture.row(id)?.captured == 720_001)
        #expect(await acquirer.advise(capture) == .acknowledged(nil))
        #expect(try await fixture.row(id)?.captured == 720_001)
        #expect(fixture.naps == [SandboxLimits.silence])
    }

    @Test("7200.02 is lost twice, and then booked")
    func lost() async throws {
        let id = try await fixture.held("9000.00")
        let capture = try SandboxFixture.advice(.capture, "7200.02", of: id)
        for _ in 0..<SandboxLimits.lostTries {
            #expect(await acquirer.advise(capture) == .unanswered)
            #expect(try await fixture.row(id)?.captured == 0)
        }
        #expect(await acquirer.advise(capture) == .acknowledged(nil))
        #expect(await acquirer.advise(capture) == .acknowledged(nil))
        #expect(try await fixture.row(id)?.captured == 720_002)
    }

    @Test("7200.05 is refused, and refused again; a reversal of that amount is not")
    func refused() async throws {
        let id = try await fixture.held("7200.05")
        let capture = try SandboxFixture.advice(.capture, "7200.05", of: id)
        #expect(await acquirer.advise(capture) == .refused(.doNotHonor))
        #expect(await acquirer.advise(capture) == .refused(.doNotHonor))
        #expect(try await fixture.row(id)?.captured == 0)
        #expect(try await advise(.reversal, "7200.05", of: id) == .acknowledged(nil))
    }

    @Test("the ledger is there after a restart")
    func restart() async throws {
        let id = try await fixture.held("10.00")
        try fixture.database.close()
        let again = try await SandboxLedger(folder: fixture.folder)
        #expect(try await again.rows().map(\.authorizationID) == [id])
        try again.close()
    }
}
