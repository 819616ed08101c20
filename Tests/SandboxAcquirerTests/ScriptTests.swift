import PaymentDomain
import PaymentEngine
import Testing

@testable import SandboxAcquirer

@Suite("The sandbox obeys a script", .timeLimit(.minutes(5)))
struct ScriptTests {
    private let fixture: SandboxFixture
    private var acquirer: SandboxAcquirer { fixture.acquirer }

    init() async throws {
        fixture = try await SandboxFixture()
    }

    private func scripted(
        _ decimal: String, partial: Bool = false, _ change: (inout SandboxScript) -> Void
    ) throws -> AcquirerAuthorization {
        var request = try SandboxFixture.request(decimal, partial: partial)
        var script = SandboxScript()
        change(&script)
        request.script = script
        return request
    }

    @Test(
        "a verdict replaces the table of amounts",
        arguments: [
            (SandboxScript.Verdict.approve, "7000.51", false, "approved 700051"),
            (.approve, "7100.02", false, "approved 710002"),
            (.decline(.pickUpCard), "14.99", false, "declined 04"),
            (.approvePart(320), "4.00", true, "approved 320"),
            (.approvePart(320), "4.00", false, "declined 51"),
            (.approvePart(400), "4.00", true, "approved 400"),
            (.approvePart(401), "4.00", true, "declined 51"),
            (.approvePart(0), "4.00", true, "declined 51"),
            (.approvePart(-1), "4.00", true, "declined 51"),
        ])
    func verdicts(
        verdict: SandboxScript.Verdict, decimal: String, partial: Bool, answer: String
    ) async throws {
        let request = try scripted(decimal, partial: partial) { $0.verdict = verdict }
        #expect(await acquirer.authorize(request).word == answer)
        #expect(try await (fixture.row(request.id) != nil) == answer.hasPrefix("approved"))
    }

    @Test("a script without a verdict leaves it to the amount")
    func noVerdict() async throws {
        let request = try scripted("7000.51") { _ in }
        #expect(await acquirer.authorize(request).word == "declined 51")
    }

    @Test("a card that has ended is declined, unless the script does not look")
    func expiry() async throws {
        for (ignores, answer) in [(false, "declined 54"), (true, "approved 1499")] {
            var request = try scripted("14.99") {
                $0.verdict = .approve
                $0.ignoresExpiry = ignores
            }
            request.expiry = CardExpiry(year: 2012, month: 1)
            #expect(await acquirer.authorize(request).word == answer)
        }
        var untold = try SandboxFixture.request("14.99")
        untold.expiry = nil
        #expect(await acquirer.authorize(untold).word == "approved 1499")
    }

    @Test(
        "the approval code is the script's, or the one that was given before, or the sandbox's own",
        arguments: [
            ("11111 ", "654321", "11111 "), (nil, "654321", "654321"), ("22222", nil, "22222"),
        ] as [(String?, String?, String)])
    func codes(scripted code: String?, given: String?, answered: String) async throws {
        var request = try scripted("14.99") { $0.authorizationCode = code }
        request.purpose = .priorApproval(code: given)
        guard case .approved(let approval) = await acquirer.authorize(request) else {
            Issue.record("not approved")
            return
        }
        #expect(approval.authorizationCode == answered)
        #expect(try await fixture.row(request.id)?.held == 1499)
        var own = try SandboxFixture.request("14.99")
        own.purpose = .priorApproval(code: nil)
        guard case .approved(let made) = await acquirer.authorize(own) else {
            Issue.record("not approved")
            return
        }
        #expect(made.authorizationCode == SandboxNumbers.authorizationCode(for: own.id))
    }

    @Test("checks are the script's if it sets them, approved or not")
    func checks() async throws {
        var billing = BillingDetails()
        billing.postalCode = "10003"
        for isSet in [true, false] {
            var request = try scripted("14.99") {
                $0.verdict = .decline(.doNotHonor)
                $0.setsChecks = isSet
                $0.address = .unavailable
                $0.securityCode = .noMatch
            }
            request.billing = billing
            let expected =
                isSet
                ? AcquirerChecks(address: .unavailable, securityCode: .noMatch)
                : AcquirerChecks(address: .noMatch)
            #expect(await acquirer.authorize(request) == .declined(.doNotHonor, expected))
        }
    }
}
