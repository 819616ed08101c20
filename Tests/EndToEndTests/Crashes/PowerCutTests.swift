import Glibc
import PaymentDomain
import Synchronization
import Testing

@Suite("A server that is killed under load")
struct PowerCutTests {
    private static let connections = 16
    private static let perConnection = 20
    /// After so many replies the power is cut.
    private static let repliesBeforeTheEnd = 150

    /// What one connection sent, and what it heard.
    private struct Sent: Sendable {
        let order: String
        let message: RadialMessage
        var reply: HTTPReply?
    }

    @Test("what was promised stands, what was not is known, and both books are equal")
    func powerCut() async throws {
        try await TemporaryFolder.lend { place in
            let settings = ["COSTER_ACQUIRER_TIMEOUT_SECONDS": "5"]
            let dying = try await RunningServer.start(place.path, settings)
            let sent = try await load(dying)
            #expect(await dying.ending() == .killed(SIGKILL))
            let answered = sent.filter { $0.reply != nil }
            #expect(answered.count >= Self.repliesBeforeTheEnd)
            #expect(answered.count < sent.count, "some were cut off")

            let server = try await RunningServer.start(place.path, settings)
            let shop = RadialShop(server: server)
            for sent in answered {
                #expect(sent.reply?.element("AuthorizationResponseCode") == "AP01")
                // The same answer after the power cut: it was durable before it was given.
                #expect(try await shop.send(sent.message).body == sent.reply?.body)
            }
            for sent in sent where sent.reply == nil {
                let code = try await shop.send(sent.message).element("AuthorizationResponseCode")
                #expect(code == "AP01" || code == "TO01")
            }
            let both = try await BothBooks.settled(server)
            #expect(both.disagreements.isEmpty)
            #expect(both.ours.count == sent.count, "one payment for each order")
            #expect(Set(both.ours.map(\.payment.orderReference)).count == sent.count)
            #expect(await server.stop() == .exited(0))
            let audit = try await CommandRun.coster(["audit", "--data", place.path])
            #expect(audit.ending == .exited(0), "\(audit.output)")
        }
    }

    /// Sends authorizations from many connections until the server is killed; what was never sent is left out.
    private func load(_ server: RunningServer) async throws -> [Sent] {
        let shop = RadialShop(server: server)
        let amount = try dollars("14.99")
        let replies = Mutex(0)
        return try await onThreads(Self.connections) { _ in
            let planned = try (0..<Self.perConnection).map { _ in
                let order = newName()
                return Sent(
                    order: order,
                    message: shop.wallet(try shop.token(amount), amount, order: order))
            }
            return try Self.send(planned, to: server, counting: replies)
        }.flatMap { $0 }
    }

    private static func send(
        _ planned: [Sent], to server: RunningServer, counting replies: borrowing Mutex<Int>
    ) throws -> [Sent] {
        let connection = try HTTPConnection(port: server.port)
        var done: [Sent] = []
        for var sent in planned {
            do {
                sent.reply = try connection.send(sent.message)
                done.append(sent)
            } catch WireError.cutOff {
                done.append(sent)
                break
            }
            let count = replies.withLock { count in
                count += 1
                return count
            }
            if count == repliesBeforeTheEnd { server.killNow() }
        }
        return done
    }
}
