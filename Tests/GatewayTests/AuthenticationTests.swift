import PaymentDomain
import Testing

@Suite("Nobody gets in without a credential", .timeLimit(.minutes(5)))
struct AuthenticationTests {
    @Test(
        "a stranger is refused before the body is read",
        arguments: [["apikey: wrong"], [], ["apikey:"]])
    func strangers(headers: [String]) async throws {
        try await RunningGateway.run { running in
            try await RawClient.with(port: running.port) { client in
                // The body is announced and never sent.
                var words = HTTPWords()
                words.headers = headers + ["Content-Length: 1000"]
                try await client.send(words.text)
                let answer = try await client.answer()
                #expect(answer.status == 401)
                #expect(answer.body == "refused: unauthorized")
            }
            #expect(running.house.origins.isEmpty)
        }
    }

    @Test("the body of a refused request is not taken for the next request")
    func refusedBodyIsSkipped() async throws {
        try await RunningGateway.run { running in
            try await RawClient.with(port: running.port) { client in
                let smuggled = HTTPWords(body: "smuggled").text
                try await client.send(HTTPWords(headers: ["apikey: wrong"], body: smuggled).text)
                #expect(try await client.answer().status == 401)
                try await client.send(HTTPWords(body: "a-2").text)
                #expect(try await client.answer().status == 200)
            }
            #expect(running.house.asked == ["a-2"])
        }
    }

    @Test(
        "a credential in the body is checked after decoding",
        arguments: [
            ("green:\(StubBackend.secret):a-1", 200), ("green:wrong:a-1", 401), ("a-1", 401),
        ])
    func inTheBody(body: String, status: Int) async throws {
        try await RunningGateway.run { running in
            let answer = try await running.ask(
                HTTPWords(path: "/parrot/inside", headers: [], body: body))
            #expect(answer.status == status)
            #expect(running.house.asked == (status == 200 ? ["a-1"] : []))
        }
    }

    @Test(
        "credentials in head and body must both be right, and of one merchant",
        arguments: [
            ("green:\(StubBackend.secret):a-1", 200), ("green:wrong:a-1", 401),
            ("green:\(StubBackend.otherSecret):a-1", 401), ("a-1", 200),
        ])
    func both(body: String, status: Int) async throws {
        try await RunningGateway.run { running in
            let answer = try await running.ask(
                HTTPWords(path: "/parrot/green/both", body: body))
            #expect(answer.status == status)
            #expect(running.house.asked == (status == 200 ? ["a-1"] : []))
        }
    }

    @Test("the engine learns whose request it is, and what makes a repetition recognisable")
    func origin() async throws {
        try await RunningGateway.run { running in
            var words = HTTPWords(body: "a-1")
            words.headers.append("Key: k-1")
            _ = try await running.ask(words)
            let origin = try #require(running.house.origins.first)
            #expect(origin.merchant == MerchantID("one"))
            #expect(origin.dialect == "parrot")
            #expect(origin.name.repetition.identity == .key("k-1"))
            #expect(origin.path == "/parrot/green/say/hello.xml")
            #expect(origin.body == Array("a-1".utf8))
        }
    }

    @Test("a refusal of the engine is written by the dialect")
    func refusal() async throws {
        let house = StubBackend()
        house.refuse(with: .amountExceeded)
        try await RunningGateway.run(house: house) { running in
            let answer = try await running.ask(HTTPWords(body: "a-1"))
            #expect(answer.status == 422)
            #expect(answer.body == "amount-exceeded")
        }
    }
}
