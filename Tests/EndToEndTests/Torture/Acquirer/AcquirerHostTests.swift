import Testing

@Suite("The torture's acquirer", .timeLimit(.minutes(20)))
struct AcquirerHostTests {
    private static let authorization = """
        {"id":"a","merchantNumber":"m","currency":"USD","requested":1499,"approved":1499,\
        "lastFour":"1111","isCredit":false}
        """

    private static func advice(_ kind: String, id: String = "b", _ amount: Int = 1499) -> String {
        """
        {"id":"\(id)","kind":"\(kind)","authorizationID":"a","merchantNumber":"m",\
        "currency":"USD","amount":\(amount)}
        """
    }

    private func post(
        _ path: String, _ body: String, to host: AcquirerHost
    ) async throws -> HTTPReply {
        let port = host.port
        return try await onThread {
            try HTTPConnection(port: port).exchange("POST", path, body: Array(body.utf8))
        }
    }

    /// Listens again, once the port is free: another test may have it for a while.
    private func listenAgain(_ listen: () throws -> Void) async throws {
        let isBack = try await TortureClock.until(within: .seconds(300)) {
            (try? listen()) != nil
        }
        #expect(isBack)
    }

    @Test("carries out an authorization and a message once, and answers a repetition as the first")
    func once() async throws {
        let host = try AcquirerHost(seed: 1)
        defer { host.hangUp() }
        for _ in 0..<2 {
            let held = try await post("/authorizations", Self.authorization, to: host)
            #expect(held.text == "{\"outcome\":\"held\"}")
            let booked = try await post("/advices", Self.advice("capture", 99), to: host)
            #expect(booked.text == "{\"outcome\":\"acknowledged\"}")
        }
        let account = try #require(host.database.accounts["a"])
        #expect(account.held == 1499 && account.captured == 99)
        #expect(host.database.repetitions == 2)
        let other = try await post("/advices", Self.advice("refund", 99), to: host)
        #expect(other.text.contains("refused"))
        #expect(try await post("/advices", "{}", to: host).status == 400)
    }

    @Test("refuses an authorization that was reversed before it came")
    func reversedBefore() async throws {
        let host = try AcquirerHost(seed: 1)
        defer { host.hangUp() }
        _ = try await post("/advices", Self.advice("reversal"), to: host)
        let late = try await post("/authorizations", Self.authorization, to: host)
        #expect(late.text == "{\"outcome\":\"reversed-before\"}")
        #expect(host.database.accounts["a"]?.stands == false)
    }

    @Test("refuses an advice for good, but no reversal")
    func refused() async throws {
        let host = try AcquirerHost(seed: 1)
        defer { host.hangUp() }
        _ = try await post("/authorizations", Self.authorization, to: host)
        host.refuse(percent: 100)
        let refused = try await post("/advices", Self.advice("capture", 99), to: host)
        #expect(refused.text == "{\"outcome\":\"refused\",\"code\":\"05\"}")
        host.refuse(percent: 0)
        let again = try await post("/advices", Self.advice("capture", 99), to: host)
        #expect(again.text == refused.text)
        host.refuse(percent: 100)
        let reversal = try await post("/advices", Self.advice("reversal", id: "c"), to: host)
        #expect(reversal.text == "{\"outcome\":\"acknowledged\"}")
        let account = try #require(host.database.accounts["a"])
        #expect(account.captured == 0 && account.isReversed)
        #expect(account.refused.map(\.id) == ["b"] && account.advices.map(\.id) == ["c"])
    }

    @Test("nobody answers where nobody listens, until somebody does again")
    func listening() async throws {
        let host = try AcquirerHost(seed: 1)
        defer { host.hangUp() }
        try host.change(LinkWeather(isListening: false))
        await #expect(throws: WireError.notConnected) {
            try await post("/authorizations", Self.authorization, to: host)
        }
        try await listenAgain { try host.change(.fine) }
        #expect(try await post("/authorizations", Self.authorization, to: host).status == 200)
    }

    @Test(
        "a kill loses what is on its way, and no booked authorization",
        arguments: [LinkWeather.Event.delayBeforeBooking, .delayAfterBooking])
    func killed(_ event: LinkWeather.Event) async throws {
        let host = try AcquirerHost(seed: 1)
        defer { host.hangUp() }
        try host.change(LinkWeather(chances: [event: 100], delay: .seconds(600)))
        let isBooked = event == .delayAfterBooking
        let lost = Task { try await post("/authorizations", Self.authorization, to: host) }
        let hasCome = try await TortureClock.until(within: .seconds(300)) {
            host.events == [event: 1] && host.database.accounts.isEmpty != isBooked
        }
        #expect(hasCome)
        #expect(host.kill() && !host.kill())
        await #expect(throws: WireError.cutOff) { try await lost.value }
        await #expect(throws: WireError.notConnected) {
            try await post("/authorizations", Self.authorization, to: host)
        }
        try host.change(.fine)
        try await listenAgain { try host.start() }
        #expect(try await post("/authorizations", Self.authorization, to: host).status == 200)
        #expect(host.database.repetitions == (isBooked ? 1 : 0))
    }

    @Test(
        "an answer is lost before or after it is booked",
        arguments: LinkWeather.Event.allCases)
    func weather(_ event: LinkWeather.Event) async throws {
        let host = try AcquirerHost(seed: 1)
        defer { host.hangUp() }
        try host.change(LinkWeather(chances: [event: 100], delay: .milliseconds(30)))
        do {
            let reply = try await post("/authorizations", Self.authorization, to: host)
            #expect(reply.status == 200)
            #expect([.delayBeforeBooking, .delayAfterBooking].contains(event))
        } catch WireError.cutOff {
            #expect(![.delayBeforeBooking, .delayAfterBooking].contains(event))
        }
        let isBooked = ![.resetBeforeReading, .resetBeforeBooking].contains(event)
        #expect(host.database.accounts.isEmpty == !isBooked)
        #expect(host.events == [event: 1])
    }
}
