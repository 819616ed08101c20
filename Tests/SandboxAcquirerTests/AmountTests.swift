import PaymentDomain
import PaymentEngine
import Testing

@testable import SandboxAcquirer

@Suite("The sandbox answers by the amount", .timeLimit(.minutes(5)))
struct AmountTests {
    private let fixture: SandboxFixture

    init() async throws {
        fixture = try await SandboxFixture()
    }

    @Test(
        "the amount alone decides, in every currency that prints two digits after the point",
        arguments: [
            ("14.99", "USD", "approved 1499"), ("7000.00", "USD", "approved 700000"),
            ("7000.05", "USD", "declined 05"), ("7000.51", "EUR", "declined 51"),
            ("7000.54", "USD", "declined 54"), ("7000.540", "KWD", "declined 54"),
            ("7000.541", "KWD", "approved 7000541"), ("7000.99", "USD", "declined --"),
            ("7000.10", "USD", "declined 51"), ("7000", "JPY", "approved 7000"),
            ("7100.00", "USD", "approved 710000"), ("7100.01", "USD", "unknown"),
            ("7100.02", "USD", "unknown"), ("7100.03", "USD", "approved 710003"),
            ("7100.04", "USD", "notSent"), ("0.00", "USD", "approved 0"),
            ("7001.51", "USD", "approved 700151"),
        ])
    func amounts(decimal: String, currency: String, answer: String) async throws {
        let request = try SandboxFixture.request(decimal, currency)
        #expect(await fixture.acquirer.authorize(request).word == answer)
    }

    @Test("every code of the table is declined with its reason")
    func everyCode() async throws {
        for reason in DeclineReason.allCases where reason != .other {
            let request = try SandboxFixture.request("7000.\(reason.rawValue)")
            #expect(
                await fixture.acquirer.authorize(request).word == "declined \(reason.rawValue)")
        }
        #expect(try await fixture.database.rows().isEmpty)
    }

    @Test("half is approved, rounded down, if the shop accepts half")
    func partialApproval() async throws {
        let request = try SandboxFixture.request("7000.10", partial: true)
        #expect(await fixture.acquirer.authorize(request).word == "approved 350005")
        #expect(try await fixture.row(request.id)?.held == 350_005)
    }

    @Test(
        "a silent answer may have booked or not",
        arguments: [
            ("7100.01", true, SandboxLimits.silence), ("7100.02", false, SandboxLimits.silence),
            ("7100.03", true, SandboxLimits.lateness),
        ])
    func silence(decimal: String, database: Bool, nap: Duration) async throws {
        let request = try SandboxFixture.request(decimal)
        _ = await fixture.acquirer.authorize(request)
        #expect(try await (fixture.row(request.id) != nil) == database)
        #expect(fixture.naps == [nap])
    }

    @Test("a request whose time to be sent is over is not sent, and nothing is held")
    func tooLate() async throws {
        var request = try SandboxFixture.request("10.00")
        request.sendBy = SandboxFixture.now.adding(seconds: -1)
        #expect(await fixture.acquirer.authorize(request) == .notSent)
        #expect(try await fixture.row(request.id) == nil)
        request.sendBy = SandboxFixture.now
        guard case .approved = await fixture.acquirer.authorize(request) else {
            Issue.record("not approved in time")
            return
        }
    }

    @Test("an engine that stops waiting ends the silence at once")
    func cancellation() async throws {
        let acquirer = SandboxAcquirer(host: fixture.database, now: { SandboxFixture.now })
        for decimal in ["7100.01", "7100.02", "7100.03"] {
            let request = try SandboxFixture.request(decimal)
            let task = Task { await acquirer.authorize(request) }
            task.cancel()
            #expect(await task.value == .unknown)
        }
    }

    @Test("numbers have their length, and are the same for the same operation")
    func numbers() async throws {
        let request = try SandboxFixture.request("14.99")
        let first = await fixture.acquirer.authorize(request)
        guard case .approved(let approval) = first else {
            Issue.record("not approved")
            return
        }
        #expect(approval.authorizationCode.count == 6)
        #expect(approval.networkReference?.count == 15)
        #expect(await fixture.acquirer.authorize(request) == first)
        #expect(try await fixture.database.rows().count == 1)
        #expect(
            SandboxNumbers.authorizationCode(for: OperationID())
                != SandboxNumbers.networkReference(for: OperationID()))
    }

    @Test("another request under a known identifier is a duplicate")
    func duplicates() async throws {
        var request = try SandboxFixture.request("14.99")
        _ = await fixture.acquirer.authorize(request)
        request.amount = try SandboxFixture.money("15.00")
        #expect(await fixture.acquirer.authorize(request).word == "declined 94")
        #expect(try await fixture.row(request.id)?.held == 1499)
    }

    @Test("the ledger has the last four digits of a card and no more")
    func noCardData() async throws {
        let id = try await fixture.held("14.99")
        #expect(try await fixture.row(id)?.lastFour == "1111")
    }
}
