import DialectKit
import Foundation
import PaymentDomain
import Testing

@testable import WebPayments

@Suite("The hosted page of an order", .timeLimit(.minutes(5)))
struct OrderPageTests {
    @Test("each state has its words, from the one file")
    func texts() {
        for state in PageState.allCases {
            #expect(!state.heading.isEmpty && !state.text.isEmpty, "\(state)")
        }
        for name in [
            "language", "title", "to", "total", "button", "noScript", "notFoundTitle",
            "notFoundHeading", "notFoundText", "unavailableTitle", "unavailableHeading",
            "unavailableText",
        ] {
            #expect(!PageTexts.text(name).isEmpty, "\(name)")
        }
    }

    @Test("what a merchant wrote is text, and never a tag")
    func escaped() async throws {
        var fixture = OrderFixture(description: "<script>alert(1)</script>")
        fixture.items = [WebOrder.Item(label: "\"><img src=x>", amount: .zero(.usd))]
        let reply = await fixture.show()
        let text = String(decoding: reply.body, as: UTF8.self)
        #expect(reply.status == 200 && reply.contentType == "text/html; charset=utf-8")
        #expect(text.contains("<h1>Flowers &amp; &lt;Co&gt;</h1>"))
        #expect(text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        #expect(!text.contains("<script>") && !text.contains("<img") && !text.contains("\"><img"))
        #expect(text.contains("<dd>14.99 USD</dd>"))
    }

    @Test("it loads our own files alone, each with its hash, and has nothing inline")
    func scripts() async {
        let page = await OrderFixture().show(scripts: ["/sandbox/apple-pay.js"])
        let text = String(decoding: page.body, as: UTF8.self)
        let tags = text.matches(of: /<script src="([^"]*)"( integrity="(sha384-[^"]*)")? defer>/)
        #expect(
            tags.map { String($0.1) } == [
                "/sandbox/apple-pay.js", WebAsset.script.path, WebAsset.pageScript.path,
            ])
        #expect(text.matches(of: /<script/).count == tags.count)
        #expect(text.contains(WebAsset.script.integrity))
        #expect(
            !text.contains(" style=") && !text.contains("<style")
                && text.firstMatch(of: #/ on[a-z]+=/#) == nil)
    }

    @Test("its headers allow nothing else, and no frame around it")
    func headers() async {
        let plain = await OrderFixture().show().headers
        #expect(plain["Content-Security-Policy"]?.contains("script-src 'self';") == true)
        #expect(plain["Content-Security-Policy"]?.contains("unsafe") == false)
        #expect(plain["X-Frame-Options"] == "DENY" && plain["Cache-Control"] == "no-store")
        #expect(plain["Strict-Transport-Security"] == nil)
        let encrypted = await OrderFixture().show(isTLS: true).headers
        #expect(encrypted["Strict-Transport-Security"] == "max-age=31536000")
    }

    /// What is wrong, the link, and the status.
    private static let pagesWithoutOrder: [(OrderFixture, String, Int)] = [
        (OrderFixture(), "other", 404),
        (OrderFixture(isNotFound: .payment(.storeUnavailable)), "link", 503),
        (OrderFixture(refusal: .payment(.storeUnavailable)), "link", 503),
    ]

    @Test(
        "a link that doesn't work, and a database that can't be read, have pages without an order")
    func without() async {
        var replies: [(DialectReply, Int)] = []
        for (fixture, link, status) in Self.pagesWithoutOrder {
            replies.append((await fixture.show(link: link), status))
        }
        for refusal in GatewayRefusal.allCases where refusal != .unauthorized {
            replies.append((OrderFixture().refused(refusal), refusal.status))
        }
        for (reply, status) in replies {
            let text = String(decoding: reply.body, as: UTF8.self)
            #expect(reply.status == status && reply.headers["Content-Security-Policy"] != nil)
            #expect(text.contains("<h1>") && !text.contains("<script"))
        }
    }

    @Test(
        "it opens sessions for itself alone",
        arguments: [
            ("https://pay.example", 200), ("http://pay.example", 200), (nil, 403), ("null", 403),
            ("https://evil.example", 403), ("https://pay.example.evil.example", 403),
            ("https://pay.example:8443", 403),
        ] as [(String?, Int)])
    func session(origin: String?, status: Int) async {
        let reply = await OrderFixture().session(origin: origin)
        #expect(reply.status == status)
        if status == 403 { #expect(reply.outcomeCode == "origin-not-allowed") }
    }

    @Test("a wrong link opens no session")
    func wrongLink() async {
        let reply = await OrderFixture().session(origin: "https://pay.example", link: "other")
        #expect(reply.status == 404 && reply.outcomeCode == "order-unknown")
    }

    @Test(
        "an order's state is the page's at first",
        arguments: [
            (.open, 0, "open"), (.paying, 1, "paying"), (.paid, 1, "paid"),
            (.declined, 9, "declined"), (.declined, 10, "closed"), (.unknown, 1, "unknown"),
            (.expired, 0, "expired"),
        ] as [(WebOrderState, Int, String)])
    func states(state: WebOrderState, tries: Int, word: String) async {
        let fixture = OrderFixture(standing: WebOrderStanding(state, tries: tries))
        let text = String(decoding: await fixture.show().body, as: UTF8.self)
        #expect(text.contains(#"<main id="payment" data-state="\#(word)""#))
    }
}

@Suite("What browsers stop on the hosted page", .timeLimit(.minutes(5)))
struct PolicyReportTests {
    @Test(
        "a report counts by its directive, and by nothing else that a stranger may write",
        arguments: [
            (#"{"csp-report":{"effective-directive":"script-src-elem"}}"#, "policy-script-src"),
            (
                #"{"csp-report":{"violated-directive":"img-src https://a","document-uri":"x"}}"#,
                "policy-img-src"
            ),
            (#"{"csp-report":{"effective-directive":"4111111111111111"}}"#, "policy-unknown"),
            (#"{"csp-report":7}"#, "policy-unknown"), ("", "policy-unknown"),
        ])
    func report(body: String, outcome: String) async {
        let dialect = PolicyReportDialect()
        let reply = await reply(to: dialect, dialect.routes[0], headers: [], body: body)
        #expect(reply.status == 204 && reply.body.isEmpty && reply.outcomeCode == outcome)
    }
}

@Suite("The files of payment pages", .timeLimit(.minutes(5)))
struct WebAssetTests {
    @Test("an address with a hash is for good, one without for minutes, and there is no other")
    func addresses() async throws {
        let dialect = AssetDialect()
        for (file, keeping) in [
            (String(WebAsset.script.path.dropFirst(WebAsset.root.count)), "immutable"),
            ("coster-pay.js", "max-age=300"),
        ] {
            let found = await reply(
                to: dialect, dialect.routes[0], headers: [], body: "", parameters: ["file": file])
            #expect(found.status == 200 && found.body == WebAsset.script.bytes)
            #expect(found.headers["Cache-Control"]?.contains(keeping) == true)
        }
        for file in ["", "coster-pay.0000000000000000.js", "../texts.json", "texts.json"] {
            let found = await reply(
                to: dialect, dialect.routes[0], headers: [], body: "", parameters: ["file": file])
            #expect(found.status == 404)
        }
    }

    @Test("a page with the script of an earlier release gets that one, byte for byte")
    func earlier() async {
        let old = WebAsset("coster-pay.js", "text/javascript", Array("old".utf8), for: "A test.")
        let dialect = AssetDialect(earlier: [old])
        let pinned = String(old.path.dropFirst(WebAsset.root.count))
        for (file, bytes) in [(pinned, old.bytes), ("coster-pay.js", WebAsset.script.bytes)] {
            let found = await reply(
                to: dialect, dialect.routes[0], headers: [], body: "", parameters: ["file": file])
            #expect(found.status == 200 && found.body == bytes)
        }
    }

    /// The hash of `coster-pay.js` in each release, as in docs/reference/scripts.md of that release.
    private static let released: [(version: String, integrity: String)] = []

    @Test("the script of each release that the change log names is served for good")
    func releases() throws {
        let log = URL(filePath: #filePath).appending(path: "../../../CHANGELOG.md").standardized
        let versions = try String(contentsOf: log, encoding: .utf8)
            .matches(of: /(?m)^## (?<version>[0-9.]+)(?<rest>.*)$/)
        #expect(!versions.isEmpty)
        for found in versions where !found.rest.contains("unreleased") {
            let integrity = Self.released.first { $0.version == found.version }?.integrity
            let served = ([WebAsset.script] + WebAsset.earlier).map(\.integrity)
            #expect(integrity.map(served.contains) == true, "coster-pay.js of \(found.version)")
        }
    }

    @Test("the shops' script has at most 10,000 bytes, and needs neither eval nor HTML")
    func script() {
        let text = String(decoding: WebAsset.script.bytes, as: UTF8.self)
        #expect(text.utf8.count < 10_000)
        for asset in [text, String(decoding: WebAsset.pageScript.bytes, as: UTF8.self)] {
            for word in [
                "innerHTML", "eval(", "Function(", "document.write", ".style =", "localStorage",
            ] {
                #expect(!asset.contains(word), "\(word)")
            }
        }
    }
}
