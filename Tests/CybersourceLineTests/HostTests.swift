import AcquirerKit
import LineContract
import LineHosts
import PaymentDomain
import PaymentEngine
import Routing
import Testing

@testable import CybersourceLine

/// How the host behaves by the amount, and the answer that a payment of it gets.
private let misbehaviours: [(amount: Int64, answer: String)] = [
    (710_001, "unknown"), (710_002, "unknown"), (710_003, "unknown"), (710_004, "unknown"),
    (710_005, "unknown"), (710_006, "unknown"), (710_007, "unknown"), (710_008, "approved 710008"),
    (710_009, "unknown"), (710_010, "unknown"), (710_011, "approved 710011"),
    (710_012, "unknown"), (710_013, "approved 355006"), (710_014, "unknown"),
    (710_015, "declined 96"), (710_016, "unknown"), (710_017, "unknown"), (710_018, "unknown"),
    (710_019, "unknown"), (710_020, "unknown"), (710_021, "unknown"), (710_022, "unknown"),
    (710_023, "unknown"), (710_024, "unknown"), (600_204, "declined 51 cybersource:204"),
    (600_205, "declined 43 cybersource:205"), (600_101, "declined 30 cybersource:101"),
    (600_236, "unknown"), (1_499, "approved 1499"),
]

@Suite("A host that speaks Cybersource's REST API", .timeLimit(.minutes(5)))
struct HostTests {
    @Test("keeps every line's contract", arguments: LineContract.Rule.allCases)
    func contract(_ rule: LineContract.Rule) async throws {
        let host = try await LineHost.start(.cybersource)
        try await LineContract(
            Samples.line(to: host), to: host, silent: "7100.02", repeatsAnswers: false
        ).check(rule, at: host)
    }

    @Test("is reversed after each misbehaviour until it holds nothing", arguments: misbehaviours)
    func misbehaves(amount: Int64, answer: String) async throws {
        let host = try await LineHost.start(.cybersource)
        try await Samples.checkMisbehaviour(
            amount, answer: answer, at: host, by: Samples.line(to: host))
    }

    @Test("a payment that was approved in part is reversed by that part, under its name")
    func part() async throws {
        let host = try await LineHost.start(.cybersource)
        let line = try Samples.line(to: host)
        let request = try Samples.authorization { request in
            request.amount = try Samples.money(710_013)
            request.allowsPartialApproval = true
        }
        guard case .approved(let approval) = await line.authorize(request) else {
            Issue.record("not approved")
            return
        }
        var reversal = try Samples.advice(.reversal, amount: 710_013)
        reversal.authorization = MessageReference(
            reversal.identity, acquirerReference: approval.acquirerReference)
        #expect(await line.advise(reversal).words == "acknowledged")
        #expect(try await host.state().outstanding.isEmpty)
    }

    @Test(
        "books a message once, also if the first answer or the first request is lost",
        arguments: [720_001, 720_002, 720_003, 710_010, 710_016, 710_018])
    func lostMessages(amount: Int64) async throws {
        let host = try await LineHost.start(.cybersource)
        let line = try Samples.line(to: host)
        let request = try Samples.authorization { $0.amount = try Samples.money(1_000_000) }
        guard case .approved(let approval) = await line.authorize(request) else {
            Issue.record("not approved")
            return
        }
        var capture = try Samples.advice(.capture, firstSent: 3_600, amount: amount)
        capture.authorization = MessageReference(
            capture.identity, acquirerReference: approval.acquirerReference)
        capture.isRepetition = false
        #expect(await line.advise(capture) == .unanswered)
        capture.isRepetition = true
        var outcome = await line.advise(capture)
        if outcome == .unanswered { outcome = await line.advise(capture) }
        #expect(outcome.words.hasPrefix("acknowledged C"), "\(outcome.words)")
        let state = try await host.state()
        #expect(state.authorizations[request.id.value]?.captured == amount)
        #expect(state.doublePosted.isEmpty)
    }

    @Test("a credit is given once, and undone after silence")
    func credit() async throws {
        let host = try await LineHost.start(.cybersource)
        try await Samples.checkCredit(at: host, by: Samples.line(to: host))
    }

    @Test("refuses another key, and nothing is done")
    func key() async throws {
        let host = try await LineHost.start(.cybersource)
        try await Samples.checkWrongSecret(
            at: host, by: Samples.line(to: host, secret: Samples.secret))
    }

    @Test("is asked without money whether it works, and refuses another key")
    func echo() async throws {
        let host = try await LineHost.start(.cybersource)
        #expect(try await Samples.line(to: host).echo(as: LineContract.merchant) == .answered)
        let refused = try await Samples.line(to: host, secret: Samples.secret).echo(
            as: LineContract.merchant)
        #expect(refused == .refused("status 401"))
        await host.stop()
        #expect(
            try await Samples.line(to: host).echo(as: LineContract.merchant)
                == .notSent(.unreachable))
    }
}
