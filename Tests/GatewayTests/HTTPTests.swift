import Testing

@Suite("HTTP is spoken as it is written", .timeLimit(.minutes(5)))
struct HTTPTests {
    @Test("a connection serves one request after the other, also those sent together")
    func keepAliveAndPipelining() async throws {
        try await RunningGateway.run { running in
            try await RawClient.with(port: running.port) { client in
                try await client.send(HTTPWords(body: "a-1").text)
                #expect(try await client.answer().status == 200)
                try await client.send(HTTPWords(body: "a-2").text + HTTPWords(body: "a-3").text)
                #expect(try await client.answer().body.hasPrefix("a-2|"))
                #expect(try await client.answer().body.hasPrefix("a-3|"))
            }
            #expect(running.house.asked == ["a-1", "a-2", "a-3"])
        }
    }

    @Test("a reply says its length, type and date, forbids keeping it, and names no server")
    func replyHeaders() async throws {
        try await RunningGateway.run { running in
            let answer = try await running.ask(HTTPWords(body: "a-1"))
            #expect(answer.headers["content-length"] == "\(answer.body.utf8.count)")
            #expect(answer.headers["content-type"] == "text/parrot")
            #expect(answer.headers["cache-control"] == "no-store")
            #expect(answer.headers["date"] != nil)
            #expect(answer.headers["server"] == nil)
        }
    }

    @Test("the request's identifier is ours, new each time, and not what the client says")
    func requestIdentifier() async throws {
        try await RunningGateway.run { running in
            var words = HTTPWords(body: "a-1")
            words.headers.append("X-Request-Id: 4111111111111111")
            let first = try #require(try await running.ask(words).headers["x-request-id"])
            let second = try #require(try await running.ask(words).headers["x-request-id"])
            for id in [first, second] {
                #expect(id.utf8.count == 16 && id.allSatisfy(\.isHexDigit))
                #expect(id != "4111111111111111")
            }
            #expect(first != second)
        }
    }

    @Test(
        "bytes that aren't HTTP are answered 400 and cut off",
        arguments: [
            "GARBAGE\r\n\r\n", "POST /parrot/green/say/hello.xml\r\n\r\n",
            "GET / HTTP/1.1\r\nbad header\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
            "POST /parrot/inside HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na",
        ])
    func brokenHTTP(text: String) async throws {
        try await RunningGateway.run { running in
            try await RawClient.with(port: running.port) { client in
                try await client.send(text)
                client.finishSending()
                let reply = await client.untilClosed()
                #expect(reply.hasPrefix("HTTP/1.1 400 "))
            }
            #expect(running.house.origins.isEmpty)
        }
    }

    @Test("a request with both a length and chunks is never carried out")
    func lengthAndChunks() async throws {
        try await RunningGateway.run { running in
            try await RawClient.with(port: running.port) { client in
                var words = HTTPWords(body: "0\r\n\r\n")
                words.headers.append("Transfer-Encoding: chunked")
                try await client.send(words.text + HTTPWords(body: "smuggled").text)
                client.finishSending()
                _ = await client.untilClosed()
            }
            #expect(!running.house.asked.contains("smuggled"))
        }
    }

    @Test("a head that is too large is cut off")
    func largeHead() async throws {
        try await RunningGateway.run { running in
            try await RawClient.with(port: running.port) { client in
                var words = HTTPWords(body: "a-1")
                words.headers.append("X-Long: " + String(repeating: "a", count: 20_000))
                try await client.send(words.text)
                client.finishSending()
                #expect(!(await client.untilClosed()).contains(" 200 "))
            }
            #expect(running.house.origins.isEmpty)
        }
    }

    @Test("a connection more than the limit is answered at once, and ends with its first reply")
    func spareConnection() async throws {
        try await RunningGateway.run(configure: { $0.maximumConnections = 1 }) { running in
            try await RawClient.with(port: running.port) { kept in
                try await kept.send(HTTPWords(body: "a-1").text)
                #expect(try await kept.answer().headers["connection"] == nil)
                for order in ["b-1", "b-2"] {
                    try await RawClient.with(port: running.port) { spare in
                        try await spare.send(HTTPWords(body: order).text)
                        let answer = try await spare.answer()
                        #expect(answer.status == 200)
                        #expect(answer.headers["connection"] == "close")
                        #expect(await spare.untilClosed().isEmpty)
                    }
                }
                try await kept.send(HTTPWords(body: "a-2").text)
                #expect(try await kept.answer().status == 200)
            }
            #expect(running.house.asked == ["a-1", "b-1", "b-2", "a-2"])
        }
    }

    @Test("a spare connection carries one request; what comes behind it is not done")
    func oneRequest() async throws {
        try await RunningGateway.run(configure: { $0.maximumConnections = 0 }) { running in
            try await RawClient.with(port: running.port) { spare in
                try await spare.send(HTTPWords(body: "a-1").text + HTTPWords(body: "a-2").text)
                let answer = try await spare.answer()
                #expect(answer.status == 200)
                #expect(await spare.untilClosed().isEmpty)
            }
            #expect(running.house.asked == ["a-1"])
        }
    }

    @Test("a connection more than the spare ones waits while all others have a request in progress")
    func connectionLimit() async throws {
        let house = StubBackend()
        house.door.shut()
        try await RunningGateway.run(
            house: house,
            configure: {
                $0.maximumConnections = 1
                $0.spareConnections = 0
            }
        ) { running in
            try await RawClient.with(port: running.port) { first in
                try await first.send(HTTPWords(body: "a-1").text)
                await house.door.waitUntilWaiting(1)
                // One more is open while room is made for it; the next waits.
                let second = Task { try await running.ask(HTTPWords(body: "b-1")).status }
                await house.door.waitUntilWaiting(2)
                let third = Task { try await running.ask(HTTPWords(body: "b-2")).status }
                house.door.open()
                #expect(try await first.answer().status == 200)
                #expect(try await second.value == 200)
                #expect(try await third.value == 200)
            }
            #expect(Set(house.asked) == ["a-1", "b-1", "b-2"])
            let pauses = try await running.metric("coster_connections_paused_total")
            #expect(try #require(pauses) > 0)
        }
    }
}
