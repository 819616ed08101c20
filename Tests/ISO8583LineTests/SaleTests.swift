import AcquirerKit
import LineHosts
import PaymentDomain
import PaymentEngine
import Testing

@testable import ISO8583Line

/// A profile of a host where an authorization takes the money at once.
let saleProfile = """
    {
        "specification": "spec87-ascii", "acquirer": "400001", "style": "single",
        "messages": {
            "authorize": {
                "mti": "0200",
                "fields": {
                    "2": "pan", "3": "'000000'", "4": "amount", "7": "transmission", "11": "stan",
                    "12": "local.time", "37": "reference", "41": "terminal", "42": "merchant",
                    "49": "currency", "123": "identifier", "126": "cryptogram.base64"
                }
            },
            "refund": {
                "mti": "0220", "like": "authorize", "fields": {"3": "'200000'", "90": "original"}
            },
            "reversal": {"mti": "0420", "like": "authorize", "fields": {"90": "original"}}
        },
        "responses": {
            "approved": ["00"], "reversed": ["00"], "unknownOriginal": ["25"],
            "acknowledged": ["00"]
        }
    }
    """

@Suite(
    "A host that takes the money with the authorization",
    .enabled(
        if: LineHost.Acquirer.iso8583.isInstalled,
        "needs pyiso8583, which scripts/install-clients installs"),
    .timeLimit(.minutes(5)))
struct SaleTests {
    private func line(to host: LineHost) async throws -> ISO8583Line {
        let profile = try LineProfile(json: Array(saleProfile.utf8), file: "single")
        let pool = try await Samples.pool(profile, [host])
        return ISO8583Line(profile, over: pool, now: { Samples.now.adding(seconds: 3_600) })
    }

    private func advice(
        _ kind: AdviceKind, of sale: AcquirerAuthorization, _ minorUnits: Int64
    ) throws -> AcquirerAdvice {
        var advice = Samples.reversal(of: sale)
        advice.kind = kind
        advice.amount = try Samples.money(minorUnits)
        if kind != .reversal {
            advice.identity = MessageIdentity(traceNumber: 5_000, transmittedAt: Samples.now)
        }
        advice.operation = MessageReference(advice.identity)
        return advice
    }

    @Test("gets no capture, and refunds name the sale")
    func sale() async throws {
        let host = try await LineHost.start(.iso8583)
        let line = try await line(to: host)
        #expect(line.capabilities.features.isDisjoint(with: [.separateCapture, .partialRelease]))
        let sale = try Samples.authorization()
        #expect(await line.authorize(sale).words == "approved 1499")
        #expect(await line.advise(try advice(.capture, of: sale, 1_499)) == .acknowledged(nil))
        #expect(await line.advise(try advice(.refund, of: sale, 499)) == .acknowledged(nil))
        let state = try await host.state()
        let row = try #require(state.authorizations[sale.id.value])
        #expect(row.captured == 1_499 && row.refunded == 499)
        #expect(state.counters == ["0200": 1, "0220": 1] && state.proofsOutside == 0)
    }

    @Test("gives the money back by the reversal of a sale without an answer")
    func reversal() async throws {
        let host = try await LineHost.start(.iso8583)
        let line = try await line(to: host)
        let sale = try Samples.authorization(710_004)
        #expect(await line.authorize(sale) == .unknown)
        var reversal = try advice(.reversal, of: sale, 710_004)
        var outcome = await line.advise(reversal)
        reversal.isRepetition = true
        // Its link may not be up again yet.
        while outcome == .unanswered { outcome = await line.advise(reversal) }
        #expect(outcome == .acknowledged(nil))
        let row = try await host.state().authorizations[sale.id.value]
        #expect(row?.captured == 0 && row?.remaining == 0)
    }
}
