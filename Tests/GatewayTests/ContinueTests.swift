import Testing

@Suite("A client that waits for leave to send its body", .timeLimit(.minutes(5)))
struct ContinueTests {
    private static let limit = 1000

    private static func head(
        length: Int, version: String = "1.1", headers: [String] = HTTPWords().headers,
        expectation: String = "100-continue"
    ) -> String {
        var words = HTTPWords(headers: headers)
        words.headers += ["Expect: \(expectation)", "Content-Length: \(length)"]
        return words.text.replacing("HTTP/1.1", with: "HTTP/\(version)")
    }

    @Test(
        "gets it, and then the reply to its request, again and again on one connection",
        .timeLimit(.minutes(20)), arguments: ["100-continue", "100-Continue"])
    func leave(expectation: String) async throws {
        try await limited { running, client in
            for number in 1...3 {
                try await client.send(ContinueTests.head(length: 3, expectation: expectation))
                let leave = try await client.answer()
                #expect(leave.status == 100)
                #expect(leave.headers.isEmpty)
                try await client.send("a-\(number)")
                let answer = try await client.answer()
                #expect(answer.status == 200)
                #expect(answer.headers["connection"] == nil)
            }
            try await client.send(HTTPWords(body: "a-4").text)
            #expect(try await client.answer().status == 200)
            #expect(running.house.asked == ["a-1", "a-2", "a-3", "a-4"])
        }
    }

    @Test("gets it for a body in chunks too", .timeLimit(.minutes(20)))
    func chunked() async throws {
        try await limited { running, client in
            var words = HTTPWords()
            words.headers += ["Expect: 100-continue", "Transfer-Encoding: chunked"]
            try await client.send(words.text)
            #expect(try await client.answer().status == 100)
            try await client.send("3\r\na-1\r\n0\r\n\r\n")
            #expect(try await client.answer().status == 200)
            #expect(running.house.asked == ["a-1"])
        }
    }

    @Test("gets the reply alone if it did not wait", .timeLimit(.minutes(20)))
    func didNotWait() async throws {
        try await limited { running, client in
            for order in ["a-1", "a-2"] {
                try await client.send(ContinueTests.head(length: 3) + order)
                #expect(try await client.answer().status == 200)
            }
            #expect(running.house.asked == ["a-1", "a-2"])
        }
    }

    @Test("gets it in its turn, where requests come before their replies", .timeLimit(.minutes(20)))
    func pipelined() async throws {
        try await limited { running, client in
            running.house.door.shut()
            try await client.send(HTTPWords(body: "a-1").text + ContinueTests.head(length: 3))
            await running.house.door.waitUntilWaiting(1)
            running.house.door.open()
            #expect(try await client.answer().status == 200)
            #expect(try await client.answer().status == 100)
            try await client.send("a-2")
            #expect(try await client.answer().status == 200)
            #expect(running.house.asked == ["a-1", "a-2"])
        }
    }

    @Test("gets none without a body, and none in HTTP/1.0", .timeLimit(.minutes(20)))
    func none() async throws {
        try await limited { running, client in
            try await client.send(ContinueTests.head(length: 0))
            #expect(try await client.answer().status == 200)
            let before = running.house.authentications
            try await client.send(ContinueTests.head(length: 3, version: "1.0"))
            // From here on the server has nothing to wait for but the body.
            while running.house.authentications == before {
                try Task.checkCancellation()
                await Task.yield()
            }
            try await client.send("a-1")
            #expect(try await client.answer().status == 200)
            #expect(running.house.asked.last == "a-1")
        }
    }

    @Test("is refused at once, with the end of the connection", .timeLimit(.minutes(20)))
    func refused() async throws {
        let heads = [
            (401, ContinueTests.head(length: 3, headers: [])),
            (413, ContinueTests.head(length: ContinueTests.limit + 1)),
        ]
        for (status, head) in heads {
            try await limited { running, client in
                try await client.send(head)
                let answer = try await client.answer()
                #expect(answer.status == status)
                #expect(answer.headers["connection"] == "close")
                #expect(running.house.origins.isEmpty)
            }
        }
    }

    @Test("hears at once that there is no room", .timeLimit(.minutes(20)))
    func noRoom() async throws {
        try await RunningGateway.run(
            configure: {
                $0.maximumConcurrentRequests = 1
                $0.maximumQueuedRequests = 0
            }
        ) { running in
            running.house.door.shut()
            async let first = running.ask(HTTPWords(body: "a-1"))
            await running.house.door.waitUntilWaiting(1)
            try await RawClient.with(port: running.port) { client in
                try await client.send(ContinueTests.head(length: 3))
                #expect(try await client.answer().status == 503)
            }
            running.house.door.open()
            #expect(try await first.status == 200)
        }
    }

    private func limited(
        _ body: @Sendable (RunningGateway, RawClient) async throws -> Void
    ) async throws {
        try await RunningGateway.run(configure: { $0.bodyLimit = ContinueTests.limit }) { running in
            try await RawClient.with(port: running.port) { try await body(running, $0) }
        }
    }
}
