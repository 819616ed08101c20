import Testing

@testable import Gateway

@Suite("Requests that the page of another site causes", .timeLimit(.minutes(5)))
struct CrossSiteTests {
    @Test(
        "are refused with 403 on a route with a credential, whatever the credential",
        arguments: [
            ["Sec-Fetch-Site: cross-site"], ["Sec-Fetch-Site: same-site"],
            ["Sec-Fetch-Site: Same-Origin"], ["Sec-Fetch-Site:"],
            ["Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: cross-site"],
            ["Sec-Fetch-Site: cross-site", "Origin: http://test"],
            ["Origin: https://evil.example"], ["Origin: null"], ["Origin:"],
            ["Origin: http://test:8080"], ["Origin: https://test.evil.example"],
            ["Origin: http://test", "Origin: https://evil.example"], ["Origin: test"],
        ], ["/parrot/green/say/hello.xml", "/parrot/inside", "/parrot/green/both"])
    func refused(_ headers: [String], path: String) async throws {
        try await RunningGateway.run { running in
            var words = HTTPWords(path: path, body: "green:\(StubBackend.secret):a-1")
            words.headers += headers
            let answer = try await running.ask(words)
            #expect(answer.status == 403)
            #expect(answer.body.hasPrefix("refused: cross-site: "))
            #expect(running.house.authentications == 0 && running.house.origins.isEmpty)
        }
    }

    @Test(
        "differ from those of programs, of this host's pages and of the address bar",
        arguments: [
            [], ["Sec-Fetch-Site: none"], ["Sec-Fetch-Site: same-origin"],
            // The browser has compared them, in front of a server that changes the host.
            ["Sec-Fetch-Site: same-origin", "Origin: https://shop.example"],
            ["Origin: http://test"], ["Origin: HTTPS://TEST"],
        ])
    func served(_ headers: [String]) async throws {
        try await RunningGateway.run { running in
            var words = HTTPWords(body: "a-1")
            words.headers += headers
            let answer = try await running.ask(words)
            #expect(answer.status == 200)
        }
    }

    @Test("with a GET are refused as with a POST")
    func get() async throws {
        try await RunningGateway.run { running in
            var words = HTTPWords(method: "GET", path: "/parrot/green/ask")
            words.headers.append("Sec-Fetch-Site: cross-site")
            let answer = try await running.ask(words)
            #expect(answer.status == 403)
        }
    }

    @Test("the port of a scheme may be in the host and not in the origin")
    func ports() {
        for (host, origin, isOwn) in [
            ("shop.example:443", "https://shop.example", true),
            ("shop.example:80", "http://shop.example", true),
            ("shop.example:443", "http://shop.example", false),
            ("shop.example:8443", "https://shop.example", false),
            ("shop.example:8443", "https://shop.example:8443", true),
            ("[::1]:8080", "http://[::1]:8080", true), ("", "https://shop.example", false),
        ] {
            let head = StubBackend.head(["host": host, "origin": origin])
            #expect(head.isCrossSite == !isOwn, "\(host) \(origin)")
        }
    }
}

@Suite("A route that pages call by design", .timeLimit(.minutes(5)))
struct PreflightTests {
    private static func run(
        _ body: @Sendable (RunningGateway) async throws -> Void
    ) async throws {
        try await RunningGateway.run(
            prepare: { $0.register(ParrotDialect(root: "page", isForPages: true)) }, body)
    }

    @Test(
        "answers the preflight of an origin that the merchant allows, and refuses others",
        arguments: [
            (StubBackend.origin, StubBackend.secret, 204),
            (StubBackend.origin, StubBackend.otherSecret, 403),
            (StubBackend.origin, "wrong", 403), (nil, StubBackend.secret, 403),
            ("https://evil.example", StubBackend.secret, 403), ("null", StubBackend.secret, 403),
        ] as [(String?, String, Int)])
    func preflight(origin: String?, secret: String, status: Int) async throws {
        try await Self.run { running in
            var words = HTTPWords(method: "OPTIONS", path: "/page/green/say/hello.xml")
            words.headers = ["apikey: \(secret)", "Access-Control-Request-Method: POST"]
            if let origin { words.headers.append("Origin: \(origin)") }
            let answer = try await running.ask(words)
            #expect(answer.status == status)
            let isAllowed = status == 204
            #expect(answer.headers["access-control-allow-origin"] == (isAllowed ? origin : nil))
            #expect(answer.headers["access-control-allow-methods"] == (isAllowed ? "POST" : nil))
            #expect(answer.headers["vary"] == (isAllowed ? "Origin" : nil))
            #expect(running.house.origins.isEmpty)
        }
    }

    @Test("with the credential in the body answers the preflight of any merchant's origin")
    func credentialInBody() async throws {
        try await Self.run { running in
            for (origin, status) in [(StubBackend.origin, 204), ("https://evil.example", 403)] {
                let answer = try await running.ask(
                    HTTPWords(
                        method: "OPTIONS", path: "/page/inside", headers: ["Origin: \(origin)"]))
                #expect(answer.status == status)
            }
        }
    }

    @Test("serves the page of any site, and lets only an allowed one read the reply")
    func requests() async throws {
        try await Self.run { running in
            for (origin, secret, isReadable) in [
                (StubBackend.origin, StubBackend.secret, true),
                (StubBackend.origin, StubBackend.otherSecret, false),
                ("https://evil.example", StubBackend.secret, false),
            ] {
                let answer = try await running.ask(
                    HTTPWords(
                        path: "/page/green/say/hello.xml",
                        headers: [
                            "apikey: \(secret)", "Origin: \(origin)",
                            "Sec-Fetch-Site: cross-site",
                        ], body: "a-1"))
                #expect(answer.status == 200)
                let reader = answer.headers["access-control-allow-origin"]
                #expect(reader == (isReadable ? origin : nil))
            }
        }
    }

    @Test("is the only kind that has a preflight")
    func others() async throws {
        try await RunningGateway.run { running in
            let answer = try await running.ask(
                HTTPWords(
                    method: "OPTIONS", path: "/parrot/inside",
                    headers: ["Origin: \(StubBackend.origin)"]))
            #expect(answer.status == 405)
        }
    }
}
