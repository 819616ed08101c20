import DialectKit
import PaymentDomain
import Testing

@testable import Vantiv

@Suite("The root of a request", .timeLimit(.minutes(5)))
struct OnlineRootTests {
    /// What is found in a good body and put in its place, and the code.
    static let rows: [(String, String, String, String)] = [
        ("version 8.28", #"version="12.50""#, #"version="8.28""#, "unknown-version"),
        ("version 13", #"version="12.50""#, #"version="13.0""#, "unknown-version"),
        ("no decimal", #"version="12.50""#, #"version="12""#, "unknown-version"),
        ("letters", #"version="12.50""#, #"version="12.x""#, "unknown-version"),
        ("four digits", #"version="12.50""#, #"version="12.5000""#, "unknown-version"),
        ("no version", #" version="12.50""#, "", "unknown-version"),
        ("a version of the other family", #"version="12.50""#, #"version="11.4""#, "wrong-root"),
        ("the other namespace", "www.vantivcnp.com", "www.litle.com", "wrong-root"),
        ("the other root", "cnpOnlineRequest", "litleOnlineRequest", "wrong-root"),
        ("a batch", "cnpOnlineRequest", "cnpRequest", "wrong-root"),
        ("no merchantId", #" merchantId="0180""#, "", "missing-attribute"),
        (
            "a long merchantId", "0180", String(repeating: "1", count: 51), "value-too-long"
        ),
        ("merchantSdk", "merchantId=", #"merchantSdk="Python;12.50" merchantId="#, "taken"),
        (
            "an unknown attribute", "merchantId=", #"color="red" merchantId="#,
            "unexpected-attribute"
        ),
        ("sameDayFunding", "merchantId=", #"sameDayFunding="true" merchantId="#, "taken"),
        ("a wrong boolean", "merchantId=", #"sameDayFunding="x" merchantId="#, "malformed-boolean"),
        ("schemaLocation", "merchantId=", #"xmlns:x="urn:x" x:s="1" merchantId="#, "taken"),
        ("no authentication", "<authentication>", "<login>", "xml-malformed"),
        ("no password", "<password>sandbox-vantiv</password>", "", "missing-element"),
        (
            "a long user", ">sandbox<", ">123456789012345678901<", "value-too-long"
        ),
        ("a slash in the merchantId", "0180", "01/80", "unauthorized"),
        ("text beside", "<authentication>", "x<authentication>", "unexpected-text"),
        ("a transaction that is not served", "<sale ", "<echeckSale ", "xml-malformed"),
        ("a DTD", "<cnpOnlineRequest", "<!DOCTYPE x><cnpOnlineRequest", "xml-doctype"),
    ]

    @Test("is held to its version", arguments: rows)
    func row(_ name: String, _ find: String, _ replace: String, _ code: String) throws {
        let sale = try #require(OnlineSamples.transactions[.sale])
        let body = OnlineSamples.body(sale, "12.50").replacing(find, with: replace)
        let decoded = OnlineSamples.decode(body)
        #expect((decoded.reply?.outcomeCode ?? "taken") == code, "\(name): \(decoded.text)")
        guard let reply = decoded.reply else { return }
        #expect(reply.status == 200)
        #expect(decoded.text.contains(#"response="1""#))
    }

    @Test(
        "is served under each path that Vantiv's hosts and SDKs have",
        arguments: [
            "/vap/communicator/online", "/sandbox/communicator/online", "/communicator/online",
            "/sandbox/new/sandbox/communicator/online",
        ])
    func paths(_ path: String) {
        #expect(
            OnlineSamples.production.routes.contains { route in
                route.method == "POST" && route.path == path && route.operation == "online"
            })
    }

    @Test("names the transactions of 12.38 that are not served")
    func encrypted() {
        for name in ["encryptedPayload", "encryptionKeyRequest"] {
            let decoded = OnlineSamples.decode(OnlineSamples.body("<\(name)/>", "12.50"))
            #expect(decoded.reply?.outcomeCode == "unserved-element")
            #expect(decoded.text.contains("'\(name)'"))
        }
    }

    @Test("holds one transaction that is served")
    func one() throws {
        let sale = try #require(OnlineSamples.transactions[.sale])
        let cases = [
            ("", "no-transaction"), (sale + sale, "second-transaction"),
            ("<echeckSale id='1' reportGroup='1'/>", "322"),
            ("<activate id='1' reportGroup='1'/>", "322"), ("<createPlan/>", "322"),
            ("<activate reportGroup='1'/>", "missing-attribute"),
            ("<nothing id='1' reportGroup='1'/>", "unserved-transaction"),
            ("<sale xmlns='urn:x'/>", "foreign-namespace"),
        ]
        for (transaction, code) in cases {
            let decoded = OnlineSamples.decode(transaction, in: "12.50")
            #expect(decoded.reply?.outcomeCode == code)
        }
    }

    @Test("is answered in its own family, even if it can't be read")
    func families() {
        let litle = OnlineSamples.decode("<litleOnlineRequest version='9.14' ")
        #expect(litle.text.contains("<litleOnlineResponse xmlns=\"http://www.litle.com/schema\""))
        #expect(litle.text.contains(#"version="11.4""#))
        let cnp = OnlineSamples.decode("<cnpOnlineRequest version='12.9' ")
        #expect(cnp.text.contains("<cnpOnlineResponse xmlns=\"http://www.vantivcnp.com/schema\""))
        #expect(OnlineSamples.decode("").text.contains("<cnpOnlineResponse "))
        let odd = OnlineSamples.decode(
            "<litleOnlineRequest xmlns='http://www.vantivcnp.com/schema' version='9.14'/>")
        #expect(odd.text.contains("<litleOnlineResponse "))
        #expect(odd.text.contains(#"version="9.14""#))
    }

    @Test("carries the credential: user and merchantId, and the password")
    func credential() throws {
        let sale = try #require(OnlineSamples.transactions[.sale])
        let decoded = OnlineSamples.decode(sale, in: "9.14")
        #expect(decoded.credential?.identity == "sandbox/0180")
        #expect(decoded.credential?.secret == "sandbox-vantiv")
        guard case .body = OnlineSamples.production.credential(in: OnlineSamples.head()) else {
            Issue.record("the credential is in the body")
            return
        }
    }

    /// A version and the release whose schema it is held to.
    static let releases: [(String, VantivRelease)] = [
        ("8.29", .v8x29), ("8.30", .v8x29), ("8.31", .v8x31), ("8.99", .v8x31), ("9.0", .v9x3),
        ("9.13", .v9x3), ("9.14", .v9x14), ("10.0", .v10x1), ("10.7", .v10x1), ("10.8", .v10x8),
        ("11.0", .v11x4), ("11.4", .v11x4), ("12.0", .v12x0), ("12.33", .v12x0),
        ("12.34", .v12x34), ("12.50", .v12x34),
    ]

    @Test("names a version that is held to the release before it", arguments: releases)
    func release(_ text: String, _ release: VantivRelease) {
        #expect(VantivVersion(text)?.release == release)
    }

    @Test(
        "between two releases may have what the later one brought; at a release not, nor what neither has",
        arguments: [
            ("12.33", 100, true), ("12.34", 100, true), ("12.0", 100, false), ("12.33", 300, false),
            ("11.4", 100, false),
        ])
    func betweenReleases(_ version: String, _ length: Int, _ isTaken: Bool) throws {
        let sale = try #require(OnlineSamples.transactions[.sale])
        let long = sale.replacingOccurrences(
            of: "<orderId>o1<", with: "<orderId>\(String(repeating: "o", count: length))<")
        #expect((OnlineSamples.decode(long, in: version).command != nil) == isTaken)
    }

    @Test(
        "whose token was spent is answered under the number of the approved payment, if that may be its own",
        arguments: [
            (VantivTransaction.sale, true, true), (.sale, false, false),
            (.registerTokenRequest, false, true),
        ])
    func spentToken(
        _ transaction: VantivTransaction, isSameOrder: Bool, isTold: Bool
    ) throws {
        let request = try #require(OnlineSamples.transactions[transaction])
        let exchange = try #require(OnlineSamples.decode(request, in: "12.50").exchange)
        let first = TransactionNumber(at: Timestamp(seconds: 1_700_000_000), random: 7)
        var token = TokenRefusal(kind: .replayed, code: "replayed", sentence: "Spent.")
        token.spentOn = first
        token.spentOnSameOrder = isSameOrder
        let reply = OnlineSamples.production.reply(to: exchange, refusing: .token(token))
        let text = String(decoding: reply.body, as: UTF8.self)
        #expect(text.contains("<cnpTxnId>\(first)</cnpTxnId>") == isTold)
        #expect(text.contains("<response>\(isTold ? 251 : 531)</response>"))
    }

    @Test("that is stopped by the gateway gets a status only if the transport failed")
    func refusals() throws {
        let sale = try #require(OnlineSamples.transactions[.sale])
        let exchange = OnlineSamples.decode(sale, in: "9.14").exchange
        let statuses: [GatewayRefusal: Int] = [
            .unauthorized: 200, .bodyTooLarge: 413, .bodyIncomplete: 400, .overloaded: 503,
            .rateLimited: 429,
            .internalError: 500,
        ]
        for refusal in GatewayRefusal.allCases {
            let reply = OnlineSamples.production.refuse(
                refusal, on: OnlineSamples.head(), exchange: exchange)
            let text = String(decoding: reply.body, as: UTF8.self)
            #expect(reply.status == statuses[refusal])
            #expect(reply.outcomeCode == refusal.rawValue)
            #expect(text.contains("<litleOnlineResponse ") && text.contains(#"response="1""#))
        }
    }

    @Test("says nothing of the request in its message")
    func silence() throws {
        let sale = try #require(OnlineSamples.transactions[.sale])
        for (find, replace) in [
            ("<amount>", "<secretword/><amount>"), (">1499<", ">secretword<"),
            (">ecommerce<", ">secretword<"), ("reportGroup=", "secretword='1' reportGroup="),
            ("<sale ", "<sale secretword='1' "),
        ] {
            let decoded = OnlineSamples.decode(sale.replacing(find, with: replace), in: "12.50")
            #expect(decoded.reply != nil && !decoded.text.contains("secretword"))
        }
    }

    @Test("is followed by a status of 500 if the result is another command's: our own fault")
    func wrongResult() throws {
        let sale = try #require(OnlineSamples.transactions[.sale])
        let exchange = try #require(OnlineSamples.decode(sale, in: "9.14").exchange)
        let funds = FundsResult(
            availability: .available, renewalAttempted: false, orderReference: "o1")
        let reply = OnlineSamples.production.encode(.success(.funds(funds)), for: exchange)
        #expect(reply.status == 500 && reply.outcomeCode == "internal-error")
    }
}
