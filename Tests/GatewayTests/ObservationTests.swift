import Logging
import Testing

@Suite("What is told of requests is useful, and no secret")
struct ObservationTests {
    private static let pan = "4111111111111111"

    @Test("live while it lives, ready while its house is")
    func health() async throws {
        let house = HouseBehind()
        try await RunningGateway.run(house: house) { running in
            #expect(try await running.ask(.get("/health/live")).body == "live\n")
            #expect(try await running.ask(.get("/health/ready")).body == "ready\n")
            house.setReady(false)
            let answer = try await running.ask(.get("/health/ready"))
            #expect(answer.status == 503)
            #expect(answer.body == "not ready\n")
            #expect(try await running.ask(.get("/health/live")).status == 200)
        }
    }

    @Test("no log line and no metric holds a path, a query, a header or a body")
    func nothingLeaks() async throws {
        let pan = ObservationTests.pan
        try await RunningGateway.run { running in
            for path in [
                "/parrot/\(pan)/say/\(pan).xml?pan=\(pan)", "/\(pan)", "/parrot/inside?\(pan)",
            ] {
                for secret in [HouseBehind.secret, pan] {
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
                #expect(!text.contains(HouseBehind.secret))
                #expect(!text.contains("green"))
            }
        }
    }
}
