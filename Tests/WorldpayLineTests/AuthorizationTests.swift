import AcquirerKit
import LineContract
import PaymentDomain
import PaymentEngine
import Testing

@testable import WorldpayLine

private let reference = Samples.payment

/// Replies as Worldpay gives them: the file, and what it means.
private let files: [(name: String, answer: String)] = [
    (
        "approved",
        "approved 1499 \(reference) 11111 63225578415568556365452427825 matchWithLongPostalCode match"
    ),
    ("approved-in-part", "approved 700 \(reference) 55555 unavailable match"),
    ("approved-unknown-fields", "approved 1499 \(reference) 22222"),
    ("approved-least", "approved 1499 \(reference)"),
    ("declined-insufficient-funds", "declined 51 cnp:110 notProcessed"),
    ("declined-invalid-account", "declined 14 cnp:301 noMatch"),
    ("declined-referral", "declined 01 cnp:123 notProcessed"),
    ("declined-pick-up", "declined 04 cnp:303"),
    ("declined-filter", "declined 62 cnp:309"),
    ("declined-network", "declined 92 cnp:100"),
    ("refused-schema", "declined 96"), ("refused-credentials", "declined 96"),
    ("system-fault", "unknown"), ("page-of-a-proxy", "unknown"),
]

private let damages: [Damage] = [
    ("another id", "id=\"0000", "id=\"0001", nil),
    ("no id", "id=\"00000000000000000000000000000001\"", "", nil),
    ("another report group", "Default Report Group", "Other Report Group", nil),
    ("another order", "<orderId>0", "<orderId>1", nil),
    ("no order", "<orderId>00000000000000000000000000000001</orderId>", "", nil),
    ("no number", "<cnpTxnId>100000000000000001</cnpTxnId>", "", nil),
    ("a number of 0", "100000000000000001", "0", nil),
    ("a negative number", "100000000000000001", "-1", nil),
    ("a number that is too long", "100000000000000001", "99999999999999999999", nil),
    ("no response", "<response>000</response>", "", nil),
    ("a response of two digits", ">000<", ">00<", nil),
    ("a response of letters", ">000<", ">OOO<", nil),
    ("a response that nobody knows", ">000<", ">999<", nil),
    ("a response for later", ">000<", ">001<", nil),
    ("the response of a query", ">000<", ">150<", nil),
    ("the response of a registration", ">000<", ">801<", nil),
    (
        "a field that comes twice", "<response>000</response>",
        "<response>000</response><response>110</response>", nil
    ),
    ("an element in a value", ">000<", "><a/>000<", nil),
    ("a larger amount", "<authCode>", "<approvedAmount>1500</approvedAmount><authCode>", nil),
    ("no amount at all", "<authCode>", "<approvedAmount>0</approvedAmount><authCode>", nil),
    ("a negative amount", "<authCode>", "<approvedAmount>-1</approvedAmount><authCode>", nil),
    (
        "the same amount", "<authCode>", "<approvedAmount>1499</approvedAmount><authCode>",
        "approved 1499"
    ),
    ("a part without an amount", ">000<", ">010<", nil),
    ("a long authorization code", "11111 ", "1111111", nil),
    ("an unknown check", ">01<", ">77<", "approved 1499"),
    ("another transaction", "authorizationResponse", "saleResponse", nil),
    ("another root", "cnpOnlineResponse", "litleOnlineResponse", nil),
    ("another namespace", "http://www.vantivcnp.com/schema", "http://www.litle.com/schema", nil),
    ("no result", "response=\"0\"", "", nil),
    ("result 9", "response=\"0\"", "response=\"9\"", nil),
    ("result 4", "response=\"0\"", "response=\"4\"", "declined 96"),
    ("text beside", "<authorizationResponse", "text<authorizationResponse", nil),
    ("an entity", ">000<", ">&a;<", nil),
    ("a type declaration", "<cnpOnline", "<!DOCTYPE a><cnpOnline", nil),
    ("an end too early", "</cnpOnlineResponse>", "", nil),
]

@Suite("Worldpay's answer to an authorization", .timeLimit(.minutes(5)))
struct AuthorizationTests {
    @Test("is read as it comes", arguments: files.map(\.name))
    func recorded(_ name: String) async throws {
        let row = try #require(files.first { $0.name == name })
        let (answer, _) = try await Samples.answer(Samples.recorded(name).outcome)
        #expect(answer.words == row.answer)
    }

    @Test("counts for nothing if it can't be to the request", arguments: damages.map(\.title))
    func damaged(_ title: String) async throws {
        let damage = try #require(damages.first { $0.title == title })
        try await Samples.check(damage, of: Samples.recorded("approved"))
    }

    @Test("in another status than 200 counts for nothing", arguments: [204, 302, 400, 500, 503])
    func status(_ status: Int) async throws {
        try await Samples.check(status, of: Samples.recorded("approved"))
    }

    @Test("that never comes is unknown; a request that never left is not sent")
    func silence() async throws {
        try await Samples.checkSilence()
    }

    @Test("to a check of the card is an approval of nothing")
    func check() async throws {
        let request = try Samples.authorization { $0.amount = .zero(.usd) }
        let (answer, _) = try await Samples.answer(
            Samples.recorded("approved").outcome, to: request)
        #expect(answer.words.hasPrefix("approved 0 \(reference)"))
    }

    @Test("to a credit has no order, and is named as a refund")
    func credit() async throws {
        let request = try Samples.authorization { $0.purpose = .credit }
        let reply = Samples.document(
            Samples.answer("credit", "000", id: Samples.authorizationID))
        let (answer, _) = try await Samples.answer(reply.outcome, to: request)
        #expect(answer.words == "approved 1499 R200000000000000001")
    }

    @Test("isn't asked for where Worldpay could not give it")
    func refusedBefore() async throws {
        try await Samples.checkRefusedBefore([
            (
                "declined 63",
                { request in
                    request.pan = try PAN(digits: "5112010000000003")
                    request.cryptogram = nil
                }
            ), ("declined 14", { $0.pan = try PAN(digits: "411111111117") }),
        ])
        let amex = try Samples.authorization { request in
            request.pan = try PAN(digits: "375001000000005")
            request.cryptogram = nil
        }
        #expect(try await Samples.answer(.notSent(.busy), to: amex).0 == .notSent)
    }

    @Test("comes from an account whose texts fit the schema")
    func account() {
        let rows: [(String, String, String, Bool)] = [
            ("user", "secret", "group", true), ("", "secret", "group", false),
            ("user", "", "group", false), ("user", "secret", "", false),
            (String(repeating: "u", count: 21), "secret", "group", false),
            ("user", String(repeating: "s", count: 21), "group", false),
            ("user", "secret", String(repeating: "g", count: 26), false),
            ("user", "secret", "two  spaces", false), ("user", "secret", " group", false),
            ("user\n", "secret", "group", false),
        ]
        for (user, password, group, isGood) in rows {
            let account = WorldpayAccount(
                user: user, password: password, reportGroup: group, currency: .usd)
            #expect((account != nil) == isGood)
            #expect(account.map { "\($0)" } ?? "WorldpayAccount" == "WorldpayAccount")
        }
    }
}
