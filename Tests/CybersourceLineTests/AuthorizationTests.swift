import AcquirerKit
import LineContract
import PaymentDomain
import PaymentEngine
import Testing

@testable import CybersourceLine

private let reference = Samples.payment

/// Replies as Cybersource gives them: the file, its status, and what it means.
private let files: [(name: String, status: Int, answer: String)] = [
    (
        "authorized", 201,
        "approved 1499 \(reference) 888888 123456789619999 matchWithLongPostalCode match"
    ),
    ("authorized-in-part", 201, "approved 700 P6750124114786780104953:700 888888"),
    ("authorized-least", 201, "approved 1499 \(reference)"),
    ("authorized-for-review", 201, "approved 1499 \(reference) 888888 noMatch"),
    ("referral", 201, "declined 01 cybersource:201"), ("risk-declined", 201, "unknown"),
    ("declined-insufficient-fund", 201, "declined 51 cybersource:204 match noMatch"),
    ("declined-account", 201, "declined 14 cybersource:231"),
    ("invalid-request", 400, "declined 30 cybersource:101"), ("duplicate", 400, "unknown"),
    ("server-error", 502, "unknown"), ("rejected", 401, "declined 96"),
    ("page-of-a-proxy", 503, "unknown"),
]

private let damages: [Damage] = [
    ("another code", "\"code\":\"0000", "\"code\":\"0001", nil),
    ("no code", #""code":"00000000000000000000000000000001""#, "", nil),
    ("no ID", #""id":"6750124114786780104953","#, "", nil),
    ("an ID with a slash", #""id":"6750124114786780104953""#, #""id":"6750/voids""#, nil),
    ("an ID that is a number", #""id":"6750124114786780104953""#, #""id":675"#, nil),
    ("an ID of 41 characters", #""id":""#, #""id":"0000000000000000000"#, nil),
    ("no status", #""status":"AUTHORIZED","#, "", nil),
    ("a status that nobody knows", "\"AUTHORIZED\"", "\"DONE\"", nil),
    ("a review by a person", "\"AUTHORIZED\"", "\"PENDING_REVIEW\"", nil),
    ("a capture's status", "\"AUTHORIZED\"", "\"PENDING\"", nil),
    ("a reversal's status", "\"AUTHORIZED\"", "\"REVERSED\"", nil),
    ("a decline without a reason", "\"AUTHORIZED\"", "\"DECLINED\"", nil),
    (
        "a decline for a reason that nobody knows", "\"AUTHORIZED\"",
        "\"DECLINED\",\"errorInformation\":{\"reason\":\"BAD_MOON\"}", nil
    ),
    (
        "a failure of the processor", "\"AUTHORIZED\"",
        "\"DECLINED\",\"errorInformation\":{\"reason\":\"PROCESSOR_UNAVAILABLE\"}", nil
    ),
    ("no amount", #""authorizedAmount":"14.99","#, "", "approved 1499"),
    ("a larger amount", "14.99", "15.00", nil), ("an amount of nothing", "14.99", "0.00", nil),
    ("a negative amount", "14.99", "-14.99", nil),
    ("an amount that is a number", "\"14.99\"", "14.99", nil),
    ("another currency", "USD", "EUR", nil), ("no currency", "USD", "XXXX", nil),
    ("a long authorization code", "888888", "8888888", nil),
    ("an unknown check", #""code":"X""#, #""code":"7""#, "approved 1499 \(reference) 888888"),
    ("a check of two letters", #""code":"X""#, #""code":"XX""#, nil),
    ("a field that comes twice", "\"status\"", "\"status\":\"AUTHORIZED\",\"status\"", nil),
    ("a control character", "888888", "88\\u0007888", nil),
    ("an array", "{\"_links\"", "[{\"_links\"", nil), ("text behind", "Z\"}", "Z\"} {}", nil),
    ("an end too early", "Z\"}", "Z\"", nil),
]

@Suite("Cybersource's answer to an authorization", .timeLimit(.minutes(5)))
struct AuthorizationTests {
    @Test("is read as it comes", arguments: files.map(\.name))
    func recorded(_ name: String) async throws {
        let row = try #require(files.first { $0.name == name })
        let reply = try Samples.recorded(name, status: row.status)
        let (answer, counters) = try await Samples.answer(reply.outcome)
        #expect(answer.words == row.answer)
        #expect(counters.refused == (row.status == 401 ? 1 : 0))
    }

    @Test("counts for nothing if it can't be to the request", arguments: damages.map(\.title))
    func damaged(_ title: String) async throws {
        let damage = try #require(damages.first { $0.title == title })
        try await Samples.check(damage, of: Samples.recorded("authorized"))
    }

    @Test(
        "in another status than 201 counts for nothing", arguments: [200, 204, 302, 400, 500, 503])
    func status(_ status: Int) async throws {
        try await Samples.check(status, of: Samples.recorded("authorized"))
    }

    @Test("a part without its amount counts for nothing")
    func part() async throws {
        let damage = (
            title: "no amount", from: #""authorizedAmount":"7.00","#, to: "", answer: String?.none
        )
        try await Samples.check(damage, of: Samples.recorded("authorized-in-part"))
    }

    @Test("that never comes is unknown; a request that never left is not sent")
    func silence() async throws {
        try await Samples.checkSilence()
    }

    @Test("to a check of the card is an approval of nothing")
    func check() async throws {
        let request = try Samples.authorization { request in
            request.amount = .zero(.usd)
            request.entryMode = .keyed
        }
        let text = try Samples.file("Replies/authorized.json").replacing("14.99", with: "0.00")
        let (answer, _) = try await Samples.answer(SampleReply(text).outcome, to: request)
        #expect(answer.words.hasPrefix("approved 0 P6750124114786780104953:0"))
    }

    @Test("to a credit is named as a credit")
    func credit() async throws {
        let request = try Samples.authorization { $0.purpose = .credit }
        let text = try Samples.file("Replies/authorized-least.json")
            .replacing("AUTHORIZED", with: "PENDING")
        #expect(
            try await Samples.answer(SampleReply(text).outcome, to: request).0.words
                == "approved 1499 K6750124114786780104953")
    }

    @Test("isn't asked for where Cybersource could not give it")
    func refusedBefore() async throws {
        try await Samples.checkRefusedBefore()
    }

    @Test("comes from an account whose secret is a key's ID and a shared secret")
    func account() {
        let rows: [(String, String, Bool)] = [
            ("shop", "id c2VjcmV0", true), ("", "id c2VjcmV0", false), ("shop", "", false),
            ("shop", "c2VjcmV0", false), ("shop", "id c2Vjc.V0", false), ("shop", "id ", false),
            ("shop", " c2VjcmV0", false), ("shop", "id c2VjcmV0 more", false),
            ("shop", "i\"d c2VjcmV0", false),
        ]
        for (merchant, secret, isGood) in rows {
            let account = CybersourceAccount(
                merchantID: merchant, secret: secret, host: "h", path: "/", currency: .usd)
            #expect((account != nil) == isGood, "\(secret)")
            #expect(account.map { "\($0)" } ?? "CybersourceAccount" == "CybersourceAccount")
        }
    }
}
