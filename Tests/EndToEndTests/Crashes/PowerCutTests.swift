import Glibc
import Testing

@Suite("A server that is killed under load", .timeLimit(.minutes(20)))
struct PowerCutTests {
    @Test("promised payments are there, others are known, and both ledgers are equal")
    func powerCut() async throws {
        try await TemporaryFolder.lend { place in
            let settings = ["COSTER_ACQUIRER_TIMEOUT_SECONDS": "5"]
            let dying = try await RunningServer.start(place.path, settings)
            let visits = try await LoadedShop(server: dying, ending: .kill).run()
            #expect(await dying.ending() == .killed(SIGKILL))
            let exchanges = visits.flatMap(\.exchanges)
            #expect(exchanges.count { $0.reply != nil } >= LoadedShop.repliesBeforeTheEnd)
            #expect(exchanges.contains { $0.reply == nil }, "some were cut off")

            let server = try await RunningServer.start(place.path, settings)
            for visit in visits { try await expectAnswers(visit, from: server) }
            let both = try await EachDatabase.settled(server)
            #expect(both.disagreements.isEmpty)
            for visit in visits {
                let amounts = try both.payment(of: visit.order).amounts
                let asked = visit.exchanges.count
                #expect(amounts.captured == (asked > 1 ? 1000 : 0))
                #expect(amounts.refunded == (asked > 2 ? 400 : 0))
            }
            #expect(both.ours.count == visits.count, "one payment for each order")
            #expect(await server.stop() == .exited(0))
            let audit = try await CommandRun.coster(["audit", "--data", place.path])
            #expect(audit.ending == .exited(0), "\(audit.output)")
        }
    }

    /// Sends everything again. What was answered before is answered alike: it was durable before it was given.
    private func expectAnswers(
        _ visit: LoadedShop.Visit, from server: RunningServer
    ) async throws {
        for (index, exchange) in visit.exchanges.enumerated() {
            let reply = try await RadialShop(server: server).send(exchange.message)
            if let earlier = exchange.reply {
                #expect(earlier.status == 200)
                #expect(reply.body == earlier.body)
            } else if index == 0 {
                let code = reply.element("AuthorizationResponseCode")
                #expect(code == "AP01" || code == "TO01")
            } else {
                #expect(reply.isAcknowledged)
            }
        }
    }
}
