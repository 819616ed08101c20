import DialectKit
import Testing

@testable import Gateway

@Suite("Paths lead to dialects, and nowhere else", .timeLimit(.minutes(5)))
struct RouteTests {
    @Test("variable parts reach the dialect decoded, a constant end cut off")
    func variables() async throws {
        try await RunningGateway.run { running in
            let answer = try await running.ask(
                HTTPWords(path: "/parrot/gr%65en%2F1/say/hello.xml", body: "a-1"))
            #expect(answer.status == 200)
            #expect(answer.body == "a-1|cage=green/1,word=hello|")
        }
    }

    @Test("the query reaches the dialect as it came")
    func query() async throws {
        try await RunningGateway.run { running in
            let answer = try await running.ask(
                HTTPWords(method: "GET", path: "/parrot/green/ask?a=%20b&c"))
            #expect(answer.body == "|cage=green|a=%20b&c")
            #expect(running.house.origins.map(\.path) == ["/parrot/green/ask?a=%20b&c"])
        }
    }

    @Test("one slash behind a dialect's path is skipped, if no other path has it")
    func lastSlash() async throws {
        try await RunningGateway.run { running in
            let answer = try await running.ask(
                HTTPWords(path: "/parrot/green/say/hello.xml/?a=b", body: "a-1"))
            #expect(answer.status == 200 && answer.body == "a-1|cage=green,word=hello|a=b")
            let other = try await running.ask(
                HTTPWords(method: "PUT", path: "/parrot/green/say/hello.xml/"))
            #expect(other.status == 405 && other.headers["allow"] == "POST")
        }
        var routes = RouteTable()
        for path in ["/a", "/a/", "/b"] {
            let route = DialectRoute(method: "GET", path: path, operation: path)
            routes.add(route, ServiceEndpoint.live, takesSlash: true)
        }
        for (path, operation) in [("/a", "/a"), ("/a/", "/a/"), ("/b", "/b"), ("/b/", "/b")] {
            guard case .found(let entry, _) = routes.match(method: "GET", path: path) else {
                Issue.record("\(path) leads nowhere")
                continue
            }
            #expect(entry.route.operation == operation)
        }
    }

    @Test(
        "an unknown path is 404 in plain text, without details",
        arguments: [
            "/", "/parrot", "/parrot/green/say", "/parrot//say/hello.xml",
            "/parrot/green/say/hello.xml//", "//parrot/green/say/hello.xml",
            "/parrot/green/say/.xml", "/parrot/green/say/hello", "/parrot/gr%zzen/say/hello.xml",
            "/parrot/gr%e/say/hello.xml", "/parrot/%ff/say/hello.xml",
            "/parrot/gr%00een/say/hello.xml", "/Parrot/green/say/hello.xml",
            "/" + String(repeating: "a", count: 2000), "/health", "/health/live/",
            "/metrics/", "/parrot/green/say/", "//", "/parrot/",
        ])
    func unknownPaths(path: String) async throws {
        try await RunningGateway.run { running in
            let answer = try await running.ask(HTTPWords(path: path, body: "a-1"))
            #expect(answer.status == 404)
            #expect(answer.body == "not found\n")
            #expect(running.house.origins.isEmpty && running.house.authentications == 0)
        }
    }

    @Test(
        "a known path with another method is 405 and says which methods it has",
        arguments: [
            ("GET", "/parrot/green/say/hello.xml", "POST"),
            ("PUT", "/parrot/green/say/hello.xml", "POST"),
            ("OPTIONS", "/parrot/green/ask", "GET"), ("HEAD", "/parrot/green/ask", "GET"),
            ("DELETE", "/metrics", "GET, HEAD"), ("POST", "/health/live", "GET, HEAD"),
        ])
    func otherMethods(method: String, path: String, allowed: String) async throws {
        try await RunningGateway.run { running in
            let answer = try await running.ask(HTTPWords(method: method, path: path))
            #expect(answer.status == 405)
            #expect(answer.headers["allow"] == allowed)
            #expect(running.house.origins.isEmpty)
        }
    }

    @Test("the reply to HEAD has no content, so the next reply is in its place")
    func head() async throws {
        try await RunningGateway.run { running in
            try await RawClient.with(port: running.port) { client in
                try await client.send(HTTPWords(method: "HEAD", path: "/health/live").text)
                let first = try await client.answer(toHead: true)
                #expect(first.status == 200)
                #expect(first.headers["content-length"] == "5")
                try await client.send(HTTPWords.get("/health/live").text)
                #expect(try await client.answer().body == "live\n")
            }
        }
    }

    @Test(
        "a malformed pattern is no pattern",
        arguments: ["a", "/{a", "/a}", "/x{a}", "/{}", "/{a}{b}", "/{{a}}"])
    func malformedPatterns(path: String) {
        #expect(RoutePattern(path) == nil)
    }
}
