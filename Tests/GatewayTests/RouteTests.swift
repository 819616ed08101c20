import Testing

@Suite("Paths lead to dialects, and nowhere else")
struct RouteTests {
    @Test("the query reaches the dialect as it came")
    func query() async throws {
        try await RunningGateway.run { running in
            let answer = try await running.ask(
                HTTPWords(method: "GET", path: "/parrot/green/ask?a=%20b&c"))
            #expect(answer.body == "|cage=green|a=%20b&c")
        }
    }

    @Test(
        "what is no path of ours is 404, and reaches nothing",
        arguments: [
            "/", "/parrot", "/parrot/green/say", "/parrot//say/hello.xml",
            "/parrot/green/say/hello", "/Parrot/green/say/hello.xml", "/health",
        ])
    func unknownPaths(path: String) async throws {
        try await RunningGateway.run { running in
            let answer = try await running.ask(HTTPWords(path: path, body: "a-1"))
            #expect(answer.status == 404)
            #expect(running.house.origins.isEmpty && running.house.authentications == 0)
        }
    }
}
