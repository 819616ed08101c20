import Logging
import Testing

@testable import Gateway

@Suite("Logs and metrics of requests are useful, and no secret", .timeLimit(.minutes(5)))
struct ObservationTests {
    private static let pan = "4111111111111111"

    @Test("live while it lives, ready while its house is")
    func health() async throws {
        let house = StubBackend()
        try await RunningGateway.run(house: house) { running in
            #expect(try await running.ask(.get("/health/live")).body == "live\n")
            #expect(try await running.ask(.get("/health/ready")).body == "ready\n")
            house.setLinesDown(["east", "west"])
            let partly = try await running.ask(.get("/health/ready"))
            #expect(partly.status == 200)
            #expect(partly.body == "ready\nline east is down\nline west is down\n")
            house.setLinesDown([])
            house.setReady(false)
            let answer = try await running.ask(.get("/health/ready"))
            #expect(answer.status == 503)
            #expect(answer.body == "not ready\n")
            #expect(try await running.ask(.get("/health/live")).status == 200)
        }
    }

    @Test("requests are counted and timed by dialect, operation and outcome")
    func counts() async throws {
        try await RunningGateway.run { running in
            _ = try await running.ask(HTTPWords(body: "a-1"))
            _ = try await running.ask(HTTPWords(body: "a-2"))
            _ = try await running.ask(HTTPWords(body: "squawk"))
            _ = try await running.ask(HTTPWords(headers: []))
            _ = try await running.ask(.get("/nowhere"))
            let name = "coster_request_duration_seconds_count"
            for (labels, count) in [
                (#"protocol="parrot",operation="say",outcome="funds-available""#, 2),
                (#"protocol="parrot",operation="say",outcome="malformed""#, 1),
                (#"protocol="parrot",operation="say",outcome="unauthorized""#, 1),
                (#"protocol="none",operation="none",outcome="not-found""#, 1),
            ] {
                #expect(try await running.metric("\(name){\(labels)}") == count)
            }
            let answer = try await running.ask(.get("/metrics"))
            #expect(answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        }
    }

    @Test("one line a request at info, with a fixed set of fields")
    func lines() async throws {
        try await RunningGateway.run { running in
            let answer = try await running.ask(HTTPWords(body: "a-1"))
            let line = try #require(running.log.requests.first)
            #expect(running.log.requests.count == 1)
            #expect(line.level == .info)
            #expect(
                Set(line.metadata.keys) == [
                    "request", "merchant", "protocol", "operation", "outcome", "status", "ms",
                ])
            #expect(line.metadata["request"] == answer.headers["x-request-id"])
            #expect(line.metadata["operation"] == "say")
            #expect(line.metadata["outcome"] == "funds-available")
            #expect(line.metadata["merchant"] == "one")
            #expect(line.metadata["status"] == "200")
        }
    }

    @Test("a probe of the server itself is no news")
    func probes() async throws {
        try await RunningGateway.run { running in
            _ = try await running.ask(.get("/health/live"))
            #expect(running.log.requests.map(\.level) == [.debug])
        }
    }

    @Test("no log line and no metric holds a path, a query, a header or a body")
    func nothingLeaks() async throws {
        let pan = ObservationTests.pan
        try await RunningGateway.run { running in
            for path in [
                "/parrot/\(pan)/say/\(pan).xml?pan=\(pan)", "/\(pan)", "/parrot/inside?\(pan)",
            ] {
                for secret in [StubBackend.secret, pan] {
                    _ = try await running.ask(
                        HTTPWords(
                            path: path, headers: ["apikey: \(secret)", "X-Card: \(pan)"],
                            body: "a:\(secret):\(pan)"))
                }
            }
            _ = try await running.ask(HTTPWords(method: pan))
            let metrics = try await running.ask(.get("/metrics")).body
            for text in running.log.all.map(\.text) + [metrics] {
                #expect(!text.contains(pan))
                #expect(!text.contains(StubBackend.secret))
                #expect(!text.contains("green"))
            }
        }
    }

    @Test("a secret is known again and never printed")
    func secretDigest() {
        let digest = SecretDigest("sandbox-radial")
        #expect(digest.matches("sandbox-radial"))
        for other in ["", "sandbox-radia", "sandbox-radial ", "Sandbox-radial"] {
            #expect(!digest.matches(other))
        }
        var dumped = ""
        dump(digest, to: &dumped)
        #expect("\(digest) \(String(reflecting: digest)) \(dumped)".contains("sandbox") == false)
    }
}
