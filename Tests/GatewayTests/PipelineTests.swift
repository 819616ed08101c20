import Testing

@testable import Gateway

@Suite("A client that sends requests ahead of their replies", .timeLimit(.minutes(5)))
struct PipelineTests {
    @Test("a request in progress counts for load shedding also when another is sent behind it")
    func countsStill() async throws {
        let house = StubBackend()
        house.door.shut()
        try await RunningGateway.run(
            house: house,
            configure: {
                $0.maximumConcurrentRequests = 1
                $0.maximumQueuedRequests = 0
            }
        ) { running in
            try await RawClient.with(port: running.port) { ahead in
                try await ahead.send(HTTPWords(body: "a-1").text + HTTPWords(body: "a-2").text)
                await house.door.waitUntilWaiting(1)
                #expect(try await running.ask(HTTPWords(body: "b-1")).status == 503)
                // It was refused on its connection's own thread: no work was done for it.
                #expect(running.log.requests.isEmpty)
                house.door.open()
                for order in ["a-1", "a-2"] {
                    #expect(try await ahead.answer().body.hasPrefix(order))
                }
            }
            #expect(house.asked == ["a-1", "a-2"])
        }
    }

    @Test("each request that is sent ahead is refused in its turn if there is no room")
    func refusedInTurn() async throws {
        let house = StubBackend()
        house.door.shut()
        try await RunningGateway.run(
            house: house,
            configure: {
                $0.maximumConcurrentRequests = 1
                $0.maximumQueuedRequests = 0
            }
        ) { running in
            let first = Task { try await running.ask(HTTPWords(body: "a-1")).status }
            await house.door.waitUntilWaiting(1)
            try await RawClient.with(port: running.port) { ahead in
                let unknown = HTTPWords.get("/nowhere").text
                try await ahead.send(
                    HTTPWords(body: "b").text + unknown + HTTPWords(body: "c").text)
                #expect(try await ahead.answer().status == 503)
                #expect(try await ahead.answer().status == 404)
                #expect(try await ahead.answer().status == 503)
            }
            #expect(try await running.metric("coster_requests_shed_total") == 2)
            house.door.open()
            #expect(try await first.value == 200)
        }
    }

    @Test(
        "32 requests may be held behind the one in progress; the connection ends with the last of them",
        arguments: [(33, 33, nil), (34, 34, "close"), (2000, 34, "close")] as [(Int, Int, String?)])
    func limit(sent: Int, answered: Int, ending: String?) async throws {
        let house = StubBackend()
        house.door.shut()
        try await RunningGateway.run(house: house) { running in
            try await RawClient.with(port: running.port) { ahead in
                try await ahead.send(HTTPWords(body: "a").text)
                await house.door.waitUntilWaiting(1)
                // Few bytes each, so that one read takes many.
                let short = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"
                try await ahead.send(String(repeating: short, count: sent - 1))
                house.door.open()
                #expect(try await ahead.answer().status == 200)
                for _ in 2..<answered { #expect(try await ahead.answer().status == 404) }
                let last = try await ahead.answer()
                #expect(last.status == 404)
                #expect(last.headers["connection"] == ending)
                if ending != nil { #expect(await ahead.untilClosed().isEmpty) }
            }
        }
    }
}

@Suite("Bytes behind a request without a length for its body", .timeLimit(.minutes(5)))
struct LengthlessBodyTests {
    /// CardConnect's client for Node sends a body with GET, and no length.
    private static let lines = [
        ("GET", "/parrot/green/ask", 200), ("GET", "/health/live", 200), ("GET", "/nowhere", 404),
        ("POST", "/parrot/green/say/hello.xml", 200),
    ]

    private static func text(_ method: String, _ path: String) -> String {
        HTTPWords(method: method, path: path).text
    }

    @Test("get no reply of their own: the request's says close", arguments: lines)
    func together(method: String, path: String, status: Int) async throws {
        try await RunningGateway.run { running in
            try await RawClient.with(port: running.port) { client in
                try await client.send(
                    LengthlessBodyTests.text(method, path) + #"{"merchid":"496160873888"}"#)
                let answer = try await client.answer()
                #expect(answer.status == status)
                #expect(answer.headers["connection"] == "close")
                #expect(await client.untilClosed() == "")
            }
        }
    }

    @Test("that come after its reply end the connection without a reply", arguments: lines)
    func late(method: String, path: String, status: Int) async throws {
        try await RunningGateway.run { running in
            try await RawClient.with(port: running.port) { client in
                try await client.send(LengthlessBodyTests.text(method, path))
                #expect(try await client.answer().status == status)
                try await client.send(#"{"merchid":"496160873888"}"#)
                #expect(await client.untilClosed() == "")
            }
        }
    }

    @Test(
        "a request whose body has a length is followed by the next one, or by 400 for other bytes")
    func withLength() async throws {
        try await RunningGateway.run { running in
            try await RawClient.with(port: running.port) { client in
                try await client.send(HTTPWords(body: "a-1").text + HTTPWords(body: "a-2").text)
                for order in ["a-1", "a-2"] {
                    #expect(try await client.answer().body.hasPrefix(order))
                }
                try await client.send(HTTPWords(body: "a-3").text + "{}")
                #expect(try await client.answer().headers["connection"] == nil)
                #expect(try await client.answer().status == 400)
            }
        }
    }
}
