import Testing

@Suite("A connection ends, or goes on, as its client says", .timeLimit(.minutes(5)))
struct ConnectionEndTests {
    private static func request(
        _ body: String, version: String, connection: String,
        headers: [String] = HTTPWords().headers
    ) -> String {
        var words = HTTPWords(headers: headers, body: body)
        if !connection.isEmpty { words.headers.append("Connection: \(connection)") }
        return words.text.replacing("HTTP/1.1", with: "HTTP/\(version)")
    }

    @Test(
        "it ends with the reply, which says so", .timeLimit(.minutes(20)),
        arguments: [
            ("1.0", ""), ("1.0", "TE"), ("1.1", "close"), ("1.1", "Close"), ("1.1", "close, TE"),
            ("1.1", "TE,CLOSE"),
        ])
    func ends(version: String, connection: String) async throws {
        try await patient { running, client in
            let request = ConnectionEndTests.request(
                "a-1", version: version, connection: connection)
            try await client.send(request)
            let answer = try await client.answer()
            #expect(answer.status == 200)
            #expect(answer.headers["connection"] == "close")
            #expect(await client.untilClosed().isEmpty)
            #expect(running.house.asked == ["a-1"])
        }
    }

    @Test("so it does where nobody wanted the body", .timeLimit(.minutes(20)))
    func refused() async throws {
        try await patient { running, client in
            let request = ConnectionEndTests.request(
                "a-1", version: "1.0", connection: "", headers: [])
            try await client.send(request)
            let answer = try await client.answer()
            #expect(answer.status == 401)
            #expect(answer.headers["connection"] == "close")
            #expect(await client.untilClosed().isEmpty)
            #expect(running.house.origins.isEmpty)
        }
    }

    @Test(
        "it continues, and a client of HTTP/1.0 hears so", .timeLimit(.minutes(20)),
        arguments: [
            ("1.1", ""), ("1.1", "TE"), ("1.1", "keep-alive"), ("1.0", "keep-alive"),
            ("1.0", "TE, Keep-Alive"),
        ])
    func goesOn(version: String, connection: String) async throws {
        let told: String? = version == "1.0" ? "keep-alive" : nil
        try await patient { running, client in
            for order in ["a-1", "a-2"] {
                let request = ConnectionEndTests.request(
                    order, version: version, connection: connection)
                try await client.send(request)
                let answer = try await client.answer()
                #expect(answer.status == 200)
                #expect(answer.headers["connection"] == told)
            }
            #expect(running.house.asked == ["a-1", "a-2"])
        }
    }

    @Test("of requests that come together, the last one ends it", .timeLimit(.minutes(20)))
    func pipelined() async throws {
        try await patient { running, client in
            let first = ConnectionEndTests.request("a-1", version: "1.1", connection: "")
            let last = ConnectionEndTests.request("a-2", version: "1.1", connection: "Close")
            try await client.send(first + last)
            #expect(try await client.answer().headers["connection"] == nil)
            #expect(try await client.answer().headers["connection"] == "close")
            #expect(await client.untilClosed().isEmpty)
            #expect(running.house.asked == ["a-1", "a-2"])
        }
    }

    @Test("it does the same if there is no room for a request", .timeLimit(.minutes(20)))
    func noRoom() async throws {
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
            try await RawClient.with(port: running.port) { client in
                for (connection, told) in [("keep-alive", "keep-alive"), ("", "close")] {
                    let request = ConnectionEndTests.request(
                        "a-2", version: "1.0", connection: connection)
                    try await client.send(request)
                    let answer = try await client.answer()
                    #expect(answer.status == 503)
                    #expect(answer.headers["connection"] == told)
                }
                #expect(await client.untilClosed().isEmpty)
            }
            house.door.open()
            #expect(try await first.value == 200)
            #expect(house.asked == ["a-1"])
        }
    }

    /// A connection that does not end because nothing happens on it.
    private func patient(
        _ body: @Sendable (RunningGateway, RawClient) async throws -> Void
    ) async throws {
        try await RunningGateway.run(configure: { $0.idleTimeout = .seconds(3600) }) { running in
            try await RawClient.with(port: running.port) { try await body(running, $0) }
        }
    }
}
