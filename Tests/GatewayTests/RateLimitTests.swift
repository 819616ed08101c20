import Testing

@testable import Gateway

@Suite("Each client may send so many requests a second", .timeLimit(.minutes(5)))
struct RateLimitTests {
    private static let one = RatedClient(dialect: "parrot", name: "one")
    private static let other = RatedClient(dialect: "parrot", name: "other")

    @Test(
        "a burst of a second's worth is taken, and from then on one each time its part has passed",
        arguments: [1, 2, 10, 1000])
    func rate(_ perSecond: Int) {
        let rates = RateLimits<RatedClient>(perSecond: perSecond)
        for count in 0..<perSecond {
            #expect(rates.admits(Self.one, at: .seconds(5)), "\(count)")
        }
        #expect(!rates.admits(Self.one, at: .seconds(5)))
        let part = Duration.seconds(1) / perSecond
        #expect(rates.admits(Self.one, at: .seconds(5) + part))
        #expect(!rates.admits(Self.one, at: .seconds(5) + part))
        #expect(rates.turnedAway == 2)
    }

    @Test("one client's requests are not counted against another's, nor the same name elsewhere")
    func clients() {
        let rates = RateLimits<RatedClient>(perSecond: 1)
        let elsewhere = RatedClient(dialect: "starling", name: "one")
        for client in [Self.one, Self.other, elsewhere] {
            #expect(rates.admits(client, at: .zero))
            #expect(!rates.admits(client, at: .zero))
        }
    }

    @Test(
        "servers with one database share the rate, and each takes one at least",
        arguments: [(10, 2, 5), (10, 5, 2), (3, 4, 1), (1, 100, 1)])
    func shared(_ perSecond: Int, _ servers: Int, _ burst: Int) {
        let rates = RateLimits<RatedClient>(perSecond: perSecond) { servers }
        let taken = (0..<20).filter { _ in rates.admits(Self.one, at: .seconds(5)) }
        #expect(taken.count == burst)
        let part = Duration.seconds(servers) / perSecond
        #expect(!rates.admits(Self.one, at: .seconds(5) + part / 2))
        #expect(rates.admits(Self.one, at: .seconds(5) + part))
    }

    @Test("a long pause earns one burst, not more")
    func rest() {
        let rates = RateLimits<RatedClient>(perSecond: 3)
        #expect(rates.admits(Self.one, at: .zero))
        let taken = (0..<10).filter { _ in rates.admits(Self.one, at: .seconds(3600)) }
        #expect(taken.count == 3)
    }

    @Test("a refused request doesn't cost: a client that keeps asking gets its rate")
    func refusalsAreFree() {
        let rates = RateLimits<RatedClient>(perSecond: 10)
        let taken = (0..<2000).filter { rates.admits(Self.one, at: .milliseconds(5 * $0)) }
        // Ten seconds at ten a second, and the burst before them.
        #expect((100...110).contains(taken.count))
    }

    @Test("of more addresses than are remembered, the one with the most of its share is forgotten")
    func remembered() {
        let rates = RateLimits<Int>(perSecond: 2, remembered: 3)
        for client in 0..<3 { #expect(rates.admits(client, at: .zero)) }
        #expect(rates.admits(0, at: .zero))
        #expect(!rates.admits(0, at: .zero))
        for client in 3..<100 { #expect(rates.admits(client, at: .zero)) }
        #expect(rates.count == 3)
        #expect(!rates.admits(0, at: .zero), "the one that used all is remembered")
        #expect(rates.admits(100, at: .seconds(9)))
        #expect(rates.count == 1)
    }

    @Test(
        "one address may send so many requests for pages, whosever they are; other protocols don't count"
    )
    func addresses() async throws {
        try await RunningGateway.run(
            configure: { $0.pageRequestsPerSecond = 2 },
            prepare: { $0.register(ParrotDialect(root: "page", limitsAddresses: true)) }
        ) { running in
            let (green, blue) = (StubBackend.secret, StubBackend.otherSecret)
            for (path, secret, expected) in [
                ("/page/green/say/a.xml", green, [200, 200, 429, 429]),
                ("/page/blue/say/a.xml", blue, [429]), ("/page/inside", green, [429]),
                ("/parrot/green/say/a.xml", green, [200, 200, 200, 200]),
            ] {
                let words = HTTPWords(path: path, headers: ["apikey: \(secret)"], body: "a")
                var statuses: [Int] = []
                for _ in expected { statuses.append(try await running.ask(words).status) }
                #expect(statuses == expected, "\(path)")
            }
            #expect(try await running.metric("coster_requests_rate_limited_total") == 4)
        }
    }

    @Test(
        "a client that sends too many hears when to come again; strangers use up nobody's share")
    func overHTTP() async throws {
        try await RunningGateway.run(
            configure: {
                $0.requestsPerSecond = 2
                $0.retryAfterSeconds = 7
            }
        ) { running in
            for _ in 0..<5 {
                let stranger = try await running.ask(
                    HTTPWords(headers: ["apikey: wrong"], body: "a"))
                #expect(stranger.status == 401)
            }
            for count in 0..<2 {
                let reply = try await running.ask(HTTPWords(body: "a-\(count)"))
                #expect(reply.status == 200)
            }
            let third = try await running.ask(HTTPWords(body: "a-3"))
            #expect(third.status == 429)
            #expect(third.body == "refused: rate-limited")
            #expect(third.headers["retry-after"] == "7")
            #expect(try await running.metric("coster_requests_rate_limited_total") == 1)
        }
    }

    @Test(
        "a record's secret proves whose it is; each record has a rate, and no wrong secret counts")
    func records() async throws {
        try await RunningGateway.run(configure: { $0.requestsPerSecond = 2 }) { running in
            for (egg, expected) in [
                ("blue-1", [401, 401, 401]), ("green-1", [200, 200, 429]), ("green-2", [200]),
            ] {
                var statuses: [Int] = []
                for _ in expected {
                    statuses.append(try await running.ask(.get("/parrot/egg/\(egg)")).status)
                }
                #expect(statuses == expected, "\(egg)")
            }
        }
    }

    @Test(
        "a client that names another merchant's beside its own is refused, and costs that one nothing"
    )
    func anothersShare() async throws {
        try await RunningGateway.run(configure: { $0.requestsPerSecond = 2 }) { running in
            for _ in 0..<2 {
                let reply = try await running.ask(
                    HTTPWords(
                        path: "/parrot/green/both", body: "blue:\(StubBackend.otherSecret):a"))
                #expect(reply.status == 401)
            }
            for count in 0..<2 {
                let reply = try await running.ask(
                    HTTPWords(
                        path: "/parrot/inside", headers: [],
                        body: "blue:\(StubBackend.otherSecret):a-\(count)"))
                #expect(reply.status == 200)
            }
        }
    }

    @Test(
        "strangers without a secret use up nothing of a client with one, even under the same name"
    )
    func strangersBesideClients() async throws {
        try await RunningGateway.run(configure: { $0.requestsPerSecond = 2 }) { running in
            let strangers = HTTPWords(
                path: "/parrot/page-1/say/hello.xml", headers: ["apikey: "], body: "a")
            var statuses: [Int] = []
            for _ in 0..<3 { statuses.append(try await running.ask(strangers).status) }
            #expect(statuses == [200, 200, 429])
            let client = HTTPWords(path: "/parrot/green/both", body: "page-2::b")
            statuses = []
            for _ in 0..<3 { statuses.append(try await running.ask(client).status) }
            #expect(statuses == [200, 200, 429])
        }
    }

    @Test("clients without a secret have one share, whatever name they use")
    func openNames() async throws {
        try await RunningGateway.run(configure: { $0.requestsPerSecond = 2 }) { running in
            var statuses: [Int] = []
            for count in 0..<4 {
                let reply = try await running.ask(
                    HTTPWords(
                        path: "/parrot/open-\(count)/say/hello.xml", headers: ["apikey: "],
                        body: "a-\(count)"))
                statuses.append(reply.status)
            }
            #expect(statuses == [200, 200, 429, 429])
        }
    }
}
