import Testing

@testable import Gateway

@Suite("Too much load is refused early, other requests are served", .timeLimit(.minutes(5)))
struct AdmissionTests {
    @Test("one in progress, one waiting: the third is asked to come again, the others are served")
    func sheds() async throws {
        let house = StubBackend()
        house.door.shut()
        try await RunningGateway.run(
            house: house,
            configure: {
                $0.maximumConcurrentRequests = 1
                $0.maximumQueuedRequests = 1
                $0.retryAfterSeconds = 7
            }
        ) { running in
            async let first = running.ask(HTTPWords(body: "a-1"))
            await house.door.waitUntilWaiting(1)
            async let second = running.ask(HTTPWords(body: "a-2"))
            // A request that waits does not show at the door, but in the metrics.
            while try await running.metric("coster_requests_waiting") != 1 {}
            let third = try await running.ask(HTTPWords(body: "a-3"))
            #expect(third.status == 503)
            #expect(third.body == "refused: overloaded")
            #expect(third.headers["retry-after"] == "7")
            #expect(try await running.metric("coster_requests_shed_total") == 1)
            #expect(try await running.metric("coster_requests_in_progress") == 1)
            house.door.open()
            let statuses = try await [first.status, second.status]
            #expect(statuses == [200, 200])
            #expect(house.asked == ["a-1", "a-2"])
            #expect(try await running.metric("coster_requests_in_progress") == 0)
        }
    }

    @Test("health and metrics answer however much is in progress")
    func healthIsNotShed() async throws {
        let house = StubBackend()
        house.door.shut()
        try await RunningGateway.run(
            house: house,
            configure: {
                $0.maximumConcurrentRequests = 1
                $0.maximumQueuedRequests = 0
            }
        ) { running in
            async let first = running.ask(HTTPWords(body: "a-1"))
            await house.door.waitUntilWaiting(1)
            #expect(try await running.ask(.get("/health/live")).status == 200)
            house.door.open()
            let status = try await first.status
            #expect(status == 200)
        }
    }

    @Test(
        "a request whose password is slow to check holds no place",
        arguments: ["/parrot/green/say/hello.xml", "/parrot/inside"])
    func slowCheckHoldsNoPlace(path: String) async throws {
        let house = StubBackend()
        house.check.shut()
        try await RunningGateway.run(
            house: house,
            configure: {
                $0.maximumConcurrentRequests = 1
                $0.maximumQueuedRequests = 0
            }
        ) { running in
            async let slow = running.ask(
                HTTPWords(
                    path: path, headers: ["apikey: \(StubBackend.slowSecret)"],
                    body: "green:\(StubBackend.slowSecret):a-1"))
            await house.check.waitUntilWaiting(1)
            #expect(try await running.ask(HTTPWords(body: "a-2")).status == 200)
            house.check.open()
            let status = try await slow.status
            #expect(status == 401)
        }
    }

    @Test("a client that sends its body slowly holds no place")
    func slowBodyHoldsNoPlace() async throws {
        try await RunningGateway.run(
            configure: {
                $0.maximumConcurrentRequests = 1
                $0.maximumQueuedRequests = 0
            }
        ) { running in
            try await RawClient.with(port: running.port) { slow in
                var words = HTTPWords()
                words.headers += ["Content-Length: 3", "Expect: 100-continue"]
                try await slow.send(words.text)
                // The server has let its head in, and has room for the next.
                #expect(try await slow.answer().status == 100)
                try await slow.send("a")
                #expect(try await running.ask(HTTPWords(body: "b-1")).status == 200)
                // Its client has the whole reply a little before its place is free.
                while try await running.metric("coster_requests_in_progress") != 0 {}
                try await slow.send("-1")
                #expect(try await slow.answer().status == 200)
            }
        }
    }

    @Test(
        "a connection whose requests were refused serves the next, and bodies that come late harm nothing"
    )
    func refusedConnectionsGoOn() async throws {
        let house = StubBackend()
        house.door.shut()
        try await RunningGateway.run(
            house: house,
            configure: {
                $0.maximumConcurrentRequests = 1
                $0.maximumQueuedRequests = 0
            }
        ) { running in
            let first = Task { try await running.ask(HTTPWords(body: "a-1")).status }
            await house.door.waitUntilWaiting(1)
            try await RawClient.with(port: running.port) { client in
                for number in 2...4 {
                    try await client.send(HTTPWords(body: "a-\(number)").text)
                    let refused = try await client.answer()
                    #expect(refused.status == 503)
                    #expect(refused.headers["x-request-id"]?.count == 16)
                }
                var late = HTTPWords()
                late.headers.append("Content-Length: 3")
                try await client.send(late.text + "a")
                try await client.send("-5")
                #expect(try await client.answer().status == 503)
                #expect(try await running.metric("coster_requests_shed_total") == 4)
                // Who wants to end with it does.
                var last = HTTPWords(body: "a-7")
                last.headers.append("Connection: close")
                let goodbye = try await running.ask(last)
                #expect(goodbye.status == 503)
                #expect(goodbye.headers["connection"] == "close")
                house.door.open()
                #expect(try await first.value == 200)
                try await client.send(HTTPWords(body: "a-6").text)
                #expect(try await client.answer().body.contains("a-6"))
            }
            #expect(house.asked == ["a-1", "a-6"])
        }
    }

    @Test("requests that are sent before the reply to the last are answered in their order")
    func pipelined() async throws {
        let house = StubBackend()
        house.door.shut()
        try await RunningGateway.run(
            house: house,
            configure: {
                $0.maximumConcurrentRequests = 1
                $0.maximumQueuedRequests = 0
            }
        ) { running in
            try await RawClient.with(port: running.port) { client in
                try await client.send(HTTPWords(body: "a-1").text)
                await house.door.waitUntilWaiting(1)
                try await client.send(HTTPWords(body: "a-2").text + HTTPWords(body: "a-3").text)
                house.door.open()
                for number in 1...3 {
                    #expect(try await client.answer().body.contains("a-\(number)"))
                }
            }
            try await RawClient.with(port: running.port) { client in
                // What was pipelined is not counted for ever.
                try await client.send(HTTPWords(body: "a-4").text)
                #expect(try await client.answer().status == 200)
            }
        }
    }

    @Test("places are given back, in the order of the queue")
    func order() async {
        let admission = Admission(working: 1, waiting: 3)
        #expect(await admission.enter(as: .anonymous))
        let order = AsyncStream.makeStream(of: Int.self)
        await withTaskGroup(of: Void.self) { tasks in
            for number in 1...3 {
                tasks.addTask {
                    #expect(await admission.enter(as: .anonymous))
                    order.continuation.yield(number)
                    admission.leave(as: .anonymous)
                }
                while admission.waiting < number, !Task.isCancelled { await Task.yield() }
            }
            #expect(!admission.hasRoom())
            let entered = await admission.enter(as: .anonymous)
            #expect(!entered)
            #expect(admission.turnedAway == 2)
            admission.leave(as: .anonymous)
            await tasks.waitForAll()
        }
        order.continuation.finish()
        var seen: [Int] = []
        for await number in order.stream { seen.append(number) }
        #expect(seen == [1, 2, 3])
        #expect(admission.working == 0 && admission.waiting == 0)
    }
}
