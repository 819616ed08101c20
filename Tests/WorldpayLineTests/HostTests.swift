import AcquirerKit
import LineContract
import LineHosts
import PaymentDomain
import Routing
import PaymentEngine
import Testing

@testable import WorldpayLine

/// How the host behaves by the amount, and the answer that a payment of it gets.
private let misbehaviours: [(amount: Int64, answer: String)] = [
    (710_001, "unknown"), (710_002, "unknown"), (710_003, "unknown"), (710_004, "unknown"),
    (710_005, "unknown"), (710_006, "unknown"), (710_007, "unknown"), (710_008, "approved 710008"),
    (710_009, "unknown"), (710_010, "unknown"), (710_011, "approved 710011"),
    (710_012, "unknown"), (710_013, "approved 355006"), (710_014, "unknown"),
    (710_015, "declined 96"), (710_016, "unknown"), (710_017, "unknown"), (710_018, "unknown"),
    (710_019, "unknown"), (710_020, "unknown"), (710_021, "unknown"), (710_022, "approved 710022"),
    (600_110, "declined 51 cnp:110"), (600_303, "declined 04 cnp:303"), (1_499, "approved 1499"),
]

@Suite("A host that speaks cnpAPI", .timeLimit(.minutes(5)))
struct HostTests {
    @Test("keeps every line's contract", arguments: LineContract.Rule.allCases)
    func contract(_ rule: LineContract.Rule) async throws {
        let host = try await LineHost.start(.worldpay)
        try await LineContract(Samples.line(to: host), to: host, silent: "7100.02")
            .check(rule, at: host)
    }

    @Test("is reversed after each misbehaviour until it holds nothing", arguments: misbehaviours)
    func misbehaves(amount: Int64, answer: String) async throws {
        let host = try await LineHost.start(.worldpay)
        try await Samples.checkMisbehaviour(
            amount, answer: answer, at: host, by: Samples.line(to: host))
    }

    @Test("books a message once, also if the first answer or the first request is lost")
    func lostMessages() async throws {
        let host = try await LineHost.start(.worldpay)
        let line = try Samples.line(to: host)
        for (amount, kind) in [(720_001, AdviceKind.capture), (720_002, .capture)] {
            let request = try Samples.authorization { request in
                request.id = OperationID()
                request.amount = try Samples.money(1_000_000)
            }
            guard case .approved(let approval) = await line.authorize(request) else {
                Issue.record("not approved")
                return
            }
            var capture = try Samples.advice(kind, amount: Int64(amount))
            capture.id = OperationID()
            capture.authorization = MessageReference(
                capture.identity, acquirerReference: approval.acquirerReference)
            #expect(await line.advise(capture) == .unanswered)
            guard case .acknowledged = await line.advise(capture) else {
                Issue.record("not acknowledged")
                return
            }
            let hold = try await host.state().authorizations[request.id.value]
            #expect(hold?.captured == Int64(amount))
        }
        #expect(line.meter.counters.silence == 2)
    }

    @Test("a credit is given once, and undone after silence")
    func credit() async throws {
        let host = try await LineHost.start(.worldpay)
        try await Samples.checkCredit(at: host, by: Samples.line(to: host))
    }

    @Test("refuses another password, and nothing is done")
    func password() async throws {
        let host = try await LineHost.start(.worldpay)
        try await Samples.checkWrongSecret(
            at: host, by: Samples.line(to: host, password: "another"))
    }

    @Test("is asked without money whether it works, and refuses another password in its own words")
    func echo() async throws {
        let host = try await LineHost.start(.worldpay)
        let merchant = try Samples.authorization().merchant
        #expect(try await Samples.line(to: host).echo(as: merchant) == .answered)
        let refused = try await Samples.line(to: host, password: "another").echo(as: merchant)
        #expect(refused == .refused("System Error - Call Vantiv"))
        await host.stop()
        #expect(try await Samples.line(to: host).echo(as: merchant) == .notSent(.unreachable))
    }
}
