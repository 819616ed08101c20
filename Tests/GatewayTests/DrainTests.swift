import Gateway
import Glibc
import Logging
import ServiceLifecycle
import Testing

@Suite("The server stops without losing a request", .timeLimit(.minutes(5)))
struct DrainTests {
    @Test("a request in progress gets its reply after SIGTERM, and so do those sent behind it")
    func finishesWhatItHas() async throws {
        let house = StubBackend()
        house.door.shut()
        try await RunningGateway.run(house: house) { running in
            try await RawClient.with(port: running.port) { idle in
                try await idle.send(HTTPWords.get("/health/live").text)
                _ = try await idle.answer()
                try await RawClient.with(port: running.port) { busy in
                    try await busy.send(
                        HTTPWords(body: "a-1").text + HTTPWords.get("/health/ready").text)
                    await house.door.waitUntilWaiting(1)
                    await running.beginShutdown()
                    // The idle connection's end shows that the shutdown is under way.
                    #expect(await idle.untilClosed() == "")
                    house.door.open()
                    let first = try await busy.answer()
                    #expect(first.status == 200)
                    #expect(first.headers["connection"] == "close")
                    let second = try await busy.answer()
                    #expect(second.status == 503)
                    #expect(second.body == "draining\n")
                    #expect(await busy.untilClosed() == "")
                }
            }
            #expect(house.asked == ["a-1"])
        }
    }

    @Test("many requests at once are all answered across a shutdown")
    func manyRequests() async throws {
        let house = StubBackend()
        house.door.shut()
        try await RunningGateway.run(house: house) { running in
            try await withThrowingTaskGroup(of: Int.self) { tasks in
                for number in 0..<20 {
                    tasks.addTask {
                        try await running.ask(HTTPWords(body: "a-\(number)")).status
                    }
                }
                await house.door.waitUntilWaiting(20)
                await running.beginShutdown()
                house.door.open()
                for try await status in tasks { #expect(status == 200) }
            }
            #expect(Set(house.asked).count == 20)
        }
    }

    @Test(
        "a drain that outlasts its time is cut off, which is no failure, and carries out what it began",
        .timeLimit(.minutes(20)))
    func isCutOff() async throws {
        let house = StubBackend()
        house.door.shut()
        try await RunningGateway.run(house: house, drainTime: .milliseconds(20)) { running in
            try await RawClient.with(port: running.port) { client in
                let waiting = HTTPWords.get("/health/live").text
                try await client.send(HTTPWords(body: "a-1").text + waiting)
                await house.door.waitUntilWaiting(1)
                await running.beginShutdown()
                let words = "the drain took too long"
                while !running.log.all.contains(where: { $0.message.hasPrefix(words) }) {
                    try Task.checkCancellation()
                    await Task.yield()
                }
                house.door.open()
                _ = await client.untilClosed()
            }
        }
        #expect(house.asked == ["a-1"])
    }

    @Test("a client that hangs up does not stop its payment half way")
    func clientHangsUp() async throws {
        let house = StubBackend()
        house.door.shut()
        try await RunningGateway.run(house: house) { running in
            try await RawClient.with(port: running.port) { client in
                try await client.send(HTTPWords(body: "a-1").text)
                await house.door.waitUntilWaiting(1)
            }
            house.door.open()
            while house.asked.isEmpty {
                try Task.checkCancellation()
                await Task.yield()
            }
            #expect(house.asked == ["a-1"])
        }
    }

    @Test("an address that is taken ends the service with a word")
    func addressTaken() async throws {
        try await RunningGateway.run { running in
            let second = Gateway(
                configuration: GatewayConfiguration(host: "127.0.0.1", port: running.port),
                services: running.house.services, logger: running.log.logger)
            await #expect(throws: GatewayError.cannotListen(code: EADDRINUSE)) {
                try await second.service { _ in }.run()
            }
        }
    }

    @Test("a host that is not known ends the service with a word")
    func hostUnknown() async throws {
        // No name has so long a part, so that nobody is asked about it.
        let host = String(repeating: "x", count: 64)
        let gateway = Gateway(
            configuration: GatewayConfiguration(host: host, port: 0),
            services: StubBackend().services, logger: RecordedLog().logger)
        await #expect(throws: GatewayError.unknownHost) {
            try await gateway.service { _ in }.run()
        }
    }
}
