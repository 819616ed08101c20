import DialectKit
import Testing

@testable import WebPayments

@Suite("The hosted page is compared with this build", .timeLimit(.minutes(5)))
struct PageManifestTests {
    private static let sandboxScript = "/sandbox/apple-pay.js"

    /// A page as a proxy hands it on: with headers of its own.
    private static func served(
        isFull: Bool = true, scripts: [String] = [], changing headers: [String: String?] = [:],
        _ find: String = "", _ replace: String = ""
    ) -> ServedPage {
        let reply = OrderPage(isTLS: true, scripts: scripts).sample(isFull: isFull)
        var fields = reply.headers.map { (name: $0.key.lowercased(), value: $0.value) }
        fields += [
            ("content-type", reply.contentType), ("server", "proxy"), ("date", "today"),
        ]
        for (name, value) in headers {
            fields.removeAll { $0.name == name }
            if let value { fields.append((name, value)) }
        }
        let text = String(decoding: reply.body, as: UTF8.self)
        let changed = find.isEmpty ? text : text.replacing(find, with: replace, maxReplacements: 1)
        return ServedPage(status: 200, headers: fields, body: Array(changed.utf8))
    }

    private static func kinds(_ page: ServedPage, isTLS: Bool = true) -> [PageChange.Kind] {
        PageManifest().changes(in: page, isTLS: isTLS).map(\.kind)
    }

    @Test("the page of any order of this build is unchanged", arguments: [false, true])
    func unchanged(isFull: Bool) {
        #expect(PageManifest().changes(in: Self.served(isFull: isFull), isTLS: true).isEmpty)
        let text = String(decoding: Self.served().body, as: UTF8.self)
        for hostile in ["<b>", "&quot;", "\u{1F33B}", "]]>"] {
            let escaped = hostile.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            let page = Self.served(changing: [:], "<h1>sample", "<h1>\(escaped)")
            #expect(Self.kinds(page).isEmpty, "\(hostile)")
        }
        #expect(text.contains("integrity="))
    }

    @Test(
        "a header that is missing, changed or added is a change",
        arguments: [
            ("content-security-policy", nil, .headerMissing),
            ("content-security-policy", "default-src *", .headerChanged),
            ("x-frame-options", "SAMEORIGIN", .headerChanged),
            ("referrer-policy", nil, .headerMissing),
            ("permissions-policy", "payment=*", .headerChanged),
            ("cache-control", "public", .headerChanged),
            ("content-type", "text/html", .headerChanged), ("content-type", nil, .headerChanged),
            ("link", "<https://evil.example/a.js>; rel=preload", .headerAdded),
            ("refresh", "0; url=https://evil.example", .headerAdded),
            ("set-cookie", "a=b", .headerAdded),
            ("access-control-allow-origin", "*", .headerAdded),
            ("strict-transport-security", nil, .headerMissing),
            ("strict-transport-security", "max-age=0", .headerChanged),
            ("strict-transport-security", "max-age=31535999; includeSubDomains", .headerChanged),
            ("strict-transport-security", "includeSubDomains", .headerChanged),
        ] as [(String, String?, PageChange.Kind)])
    func headers(name: String, value: String?, kind: PageChange.Kind) {
        #expect(Self.kinds(Self.served(changing: [name: value])) == [kind])
    }

    @Test(
        "a proxy may keep browsers at HTTPS for longer; plain HTTP on this machine needs none of it",
        arguments: ["max-age=31536000", "Max-Age=63072000; includeSubDomains; preload"])
    func transport(value: String) {
        let name = "strict-transport-security"
        #expect(Self.kinds(Self.served(changing: [name: value])).isEmpty)
        #expect(Self.kinds(Self.served(changing: [name: nil]), isTLS: false).isEmpty)
    }

    @Test(
        "a script, a tag or an attribute that the build doesn't write is a change",
        arguments: [
            (
                "</head>", "<script src=\"https://evil.example/a.js\"></script></head>",
                [.scriptAdded]
            ),
            ("</head>", "<script src=\"/assets/other.js\" defer></script></head>", [.scriptAdded]),
            ("</head>", "<link rel=\"stylesheet\" href=\"/a.css\"></head>", [.scriptAdded]),
            (" integrity=\"sha384-", " integrity=\"sha384-A", [.scriptAdded, .scriptMissing]),
            (" defer", "", [.scriptAdded, .scriptMissing]),
            ("</head>", "<base href=\"https://evil.example/\"></head>", [.tagAdded]),
            ("</head>", "<meta http-equiv=\"refresh\" content=\"0\"></head>", [.tagAdded]),
            ("</main>", "<form action=\"https://evil.example/\"></form></main>", [.tagAdded]),
            ("</main>", "<iframe src=\"https://evil.example/\"></iframe></main>", [.tagAdded]),
            ("<body>", "<body onload=\"a()\">", [.tagAdded, .tagMissing]),
            ("<div id=\"button\"></div>", "", [.tagMissing]),
            ("</head>", "<script>a()</script></head>", [.pageUnreadable]),
            ("defer></script>", "defer>a()</script>", [.pageUnreadable]),
            ("</main>", "<!-- a --></main>", [.pageUnreadable]),
            ("</main>", "<SCRIPT></SCRIPT></main>", [.pageUnreadable]),
            ("</main>", "<img src=a onerror=a()></main>", [.pageUnreadable]),
            ("</main>", "<svg/onload=a()></main>", [.pageUnreadable]),
            ("</main>", "<a\nb></main>", [.pageUnreadable]), ("</main>", "<", [.pageUnreadable]),
            ("<!doctype html>", "", [.pageUnreadable]),
            ("<!doctype html>", "\u{FEFF}<!doctype html>", [.pageUnreadable]),
        ] as [(String, String, [PageChange.Kind])])
    func tags(find: String, replace: String, kinds: [PageChange.Kind]) {
        let found = Self.kinds(Self.served(changing: [:], find, replace))
        #expect(Set(found) == Set(kinds), "\(found)")
    }

    @Test("a script that comes twice, or before another, is a change")
    func order() throws {
        let text = String(decoding: Self.served().body, as: UTF8.self)
        let scripts = text.split(separator: "\n").filter { $0.hasPrefix("<script ") }
        try #require(scripts.count == 2)
        let swapped = text.replacing(scripts[0], with: "#").replacing(scripts[1], with: scripts[0])
            .replacing("#", with: scripts[1])
        for body in [swapped, text.replacing(scripts[0], with: "\(scripts[0])\n\(scripts[0])")] {
            let page = ServedPage(
                status: 200, headers: Self.served().headers, body: Array(body.utf8))
            #expect(Self.kinds(page) == [.scriptAdded])
        }
    }

    @Test("a production page with the simulated device is changed, and a sandbox's without it")
    func sandbox() {
        let sandbox = Self.served(scripts: [Self.sandboxScript])
        #expect(Self.kinds(sandbox) == [.scriptAdded])
        let manifest = PageManifest(scripts: [Self.sandboxScript])
        #expect(manifest.changes(in: sandbox, isTLS: true).isEmpty)
        #expect(
            manifest.changes(in: Self.served(), isTLS: true).map(\.kind) == [.scriptMissing])
    }

    @Test("a page that isn't there is a change", arguments: [301, 404, 503])
    func status(status: Int) {
        let page = ServedPage(status: status, headers: Self.served().headers, body: [])
        #expect(Self.kinds(page) == [.status])
    }

    @Test("each file has its bytes, its type and nosniff")
    func files() {
        for asset in WebAsset.all {
            let headers = [
                (name: "content-type", value: asset.contentType),
                (name: "x-content-type-options", value: "nosniff"),
            ]
            func kinds(
                _ body: [UInt8], _ headers: [(name: String, value: String)], _ status: Int = 200
            ) -> [PageChange.Kind] {
                asset.changes(in: ServedPage(status: status, headers: headers, body: body))
                    .map(\.kind)
            }
            #expect(kinds(asset.bytes, headers).isEmpty)
            #expect(kinds(asset.bytes + [0x0A], headers) == [.fileChanged])
            #expect(kinds([], headers) == [.fileChanged])
            #expect(kinds(asset.bytes, [headers[0]]) == [.headerChanged])
            #expect(kinds(asset.bytes, headers, 404) == [.status])
            #expect(!asset.purpose.isEmpty)
        }
    }
}
