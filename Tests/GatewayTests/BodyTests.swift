import Testing

@testable import Gateway

@Suite("A body has limits of size and time", .timeLimit(.minutes(5)))
struct BodyTests {
    private static let limit = 1000

    @Test("a declared length over the limit is refused before the body comes")
    func declaredTooLarge() async throws {
        try await limited { running, client in
            let count = BodyTests.limit + 1
            var words = HTTPWords()
            words.headers.append("Content-Length: \(count)")
            try await client.send(words.text)
            #expect(try await client.answer().status == 413)
            // The client may still send what it announced, and go on.
            try await client.send(String(repeating: "a", count: count))
            try await client.send(HTTPWords(body: "a-2").text)
            #expect(try await client.answer().status == 200)
            #expect(running.house.asked == ["a-2"])
        }
    }

    @Test("a length that nobody will read to its end costs the client its connection")
    func declaredFarTooLarge() async throws {
        try await limited { running, client in
            var words = HTTPWords()
            words.headers.append("Content-Length: 100000000")
            try await client.send(words.text)
            let answer = try await client.answer()
            #expect(answer.status == 413)
            #expect(answer.headers["connection"] == "close")
        }
    }

    @Test("a length within the limit never does, however large the limit is")
    func declaredLarge() async throws {
        let limit = GatewayLimits.discardedBytes + 1
        try await RunningGateway.run(
            configure: {
                $0.bodyLimit = limit
                $0.bodyTimeout = .seconds(600)
            }
        ) { running in
            try await RawClient.with(port: running.port) { client in
                try await client.send(HTTPWords(headers: ["Content-Length: \(limit)"]).text)
                let answer = try await client.answer()
                #expect(answer.status == 401)
                #expect(answer.headers["connection"] == nil)
                try await client.send(String(repeating: "a", count: limit))
                try await client.send(HTTPWords(body: "a-2").text)
                #expect(try await client.answer().status == 200)
            }
            #expect(running.house.asked == ["a-2"])
        }
    }

    @Test(
        "a body in chunks is refused when it grows over the limit",
        arguments: [limit + 1, 2 * limit + 1])
    func chunkedTooLarge(count: Int) async throws {
        try await limited { running, client in
            try await client.send(BodyTests.chunked(String(repeating: "a", count: count)))
            #expect(try await client.answer().status == 413)
            #expect(running.house.asked.isEmpty)
        }
    }

    @Test("a body of exactly the limit is taken, whole or in chunks")
    func exactLimit() async throws {
        try await limited { running, client in
            let body = String(repeating: "a", count: BodyTests.limit)
            try await client.send(HTTPWords(body: body).text)
            #expect(try await client.answer().status == 200)
            try await client.send(BodyTests.chunked(body))
            #expect(try await client.answer().status == 200)
            #expect(running.house.asked == [body, body])
        }
    }

    @Test("a body that comes byte by byte is put together")
    func byteByByte() async throws {
        try await limited { running, client in
            for scalar in HTTPWords(body: "a-1").text.unicodeScalars {
                try await client.send(String(scalar))
            }
            #expect(try await client.answer().status == 200)
            #expect(running.house.asked == ["a-1"])
        }
    }

    @Test("half a body is never carried out", arguments: [true, false])
    func truncated(isChunked: Bool) async throws {
        try await limited { running, client in
            var words = HTTPWords()
            words.headers.append(isChunked ? "Transfer-Encoding: chunked" : "Content-Length: 9")
            try await client.send(words.text + (isChunked ? "9\r\na-1" : "a-1"))
            client.finishSending()
            let answer = try await client.answer()
            #expect(answer.status == 400)
            #expect(answer.body == "refused: body-incomplete")
            #expect(running.house.origins.isEmpty)
        }
    }

    @Test("chunks that are none end the request")
    func brokenChunks() async throws {
        try await limited { running, client in
            var words = HTTPWords()
            words.headers.append("Transfer-Encoding: chunked")
            try await client.send(words.text + "zz\r\na-1\r\n0\r\n\r\n")
            #expect(try await client.answer().status == 400)
            #expect(running.house.origins.isEmpty)
        }
    }

    @Test(
        "a body that does not come in time costs the client its connection",
        .timeLimit(.minutes(20))
    )
    func late() async throws {
        try await RunningGateway.run(configure: { $0.bodyTimeout = .milliseconds(20) }) { running in
            try await RawClient.with(port: running.port) { client in
                var words = HTTPWords()
                words.headers.append("Content-Length: 9")
                try await client.send(words.text + "a-1")
                _ = await client.untilClosed()
            }
            #expect(running.house.origins.isEmpty)
        }
    }

    @Test("so does a body of a refused request", .timeLimit(.minutes(20)))
    // The time is long enough for the refusal to be said first, on a slow machine too.
    func lateRefused() async throws {
        try await RunningGateway.run(configure: { $0.bodyTimeout = .seconds(2) }) { running in
            try await RawClient.with(port: running.port) { client in
                try await client.send(HTTPWords(headers: ["Content-Length: 9"]).text + "a-1")
                let text = await client.untilClosed()
                #expect(text.hasPrefix("HTTP/1.1 401 "))
            }
        }
    }

    @Test("a head that does not come in time does too", .timeLimit(.minutes(20)))
    func lateHead() async throws {
        try await RunningGateway.run(configure: { $0.idleTimeout = .milliseconds(20) }) { running in
            try await RawClient.with(port: running.port) { client in
                try await client.send("POST /parrot/green/say/hello.xml HTTP/1.1\r\nHost: te")
                #expect(await client.untilClosed() == "")
            }
        }
    }

    @Test("a connection that stays idle after a refused body is closed", .timeLimit(.minutes(20)))
    // The time is long enough for the client to have its say first, on a slow machine too.
    func idleAfterRefusal() async throws {
        try await RunningGateway.run(configure: { $0.idleTimeout = .seconds(20) }) { running in
            try await RawClient.with(port: running.port) { client in
                try await client.send(HTTPWords(headers: ["Content-Length: 3"]).text)
                #expect(try await client.answer().status == 401)
                try await client.send("abc")
                #expect(await client.untilClosed() == "")
            }
        }
    }

    private static func chunked(_ body: String) -> String {
        var words = HTTPWords()
        words.headers.append("Transfer-Encoding: chunked")
        let half = body.utf8.count / 2
        let parts = [body.prefix(half), body.dropFirst(half)]
        let chunks = parts.map { "\(String($0.utf8.count, radix: 16))\r\n\($0)\r\n" }
        return words.text + chunks.joined() + "0\r\n\r\n"
    }

    private func limited(
        _ body: @Sendable (RunningGateway, RawClient) async throws -> Void
    ) async throws {
        try await RunningGateway.run(configure: { $0.bodyLimit = BodyTests.limit }) { running in
            try await RawClient.with(port: running.port) { try await body(running, $0) }
        }
    }
}
