import PaymentDomain
import Testing

@Suite("A stopping server", .timeLimit(.minutes(20)))
struct DrainTests {
    @Test("requests that were accepted before SIGTERM are answered, and the exit code is 0")
    func drains() async throws {
        try await TemporaryFolder.lend { place in
            let server = try await RunningServer.start(
                place.path, ["COSTER_ACQUIRER_TIMEOUT_SECONDS": "2"])
            let shop = RadialShop(server: server)
            let order = newName()
            let message = try shop.wallet(try dollars("7100.03"), order: order)
            async let slow = shop.send(message)
            try await EachDatabase.untilHeld(server)
            server.terminate()
            let reply = try await slow
            #expect(reply.element("AuthorizationResponseCode") == "TO01")
            #expect(await server.ending() == .exited(0))
            try await expectSoundDatabase(place.path)

            // The reversal that was queued then is told by the next process.
            let next = try await RunningServer.start(place.path)
            let both = try await EachDatabase.settled(next)
            #expect(try both.payment(of: order).state == .reversed)
            #expect(both.disagreements.isEmpty)
            #expect(await next.stop() == .exited(0))
        }
    }

    @Test("SIGTERM while nothing is in progress ends at once")
    func idle() async throws {
        try await TemporaryFolder.lend { place in
            let server = try await RunningServer.start(place.path)
            #expect(await server.stop() == .exited(0))
        }
    }

    @Test("under load, an answered payment is final, and an unanswered one was never begun")
    func drainsUnderLoad() async throws {
        try await TemporaryFolder.lend { place in
            let server = try await RunningServer.start(place.path)
            let visits = try await LoadedShop(server: server, ending: .terminate).run()
            #expect(await server.ending() == .exited(0))
            let both = try await EachDatabase.read(place.path)
            #expect(both.isSettled && both.disagreements.isEmpty)
            for visit in visits {
                let isAnswered = visit.exchanges.first?.reply != nil
                #expect(both.payments(of: visit.order).count == (isAnswered ? 1 : 0))
                #expect(visit.exchanges.allSatisfy { $0.reply?.status ?? 200 == 200 })
            }
            try await expectSoundDatabase(place.path)
        }
    }
}
