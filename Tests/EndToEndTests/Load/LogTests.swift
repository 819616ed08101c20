import Foundation
import PaymentDomain
import Testing

@Suite("The lines of a server's log", .timeLimit(.minutes(20)))
struct LogTests {
    @Test(
        "each request with a right credential is one line of JSON with its id, others are counted, and nothing is of their content"
    )
    func oneLineEach() async throws {
        try await RunningServer.lend { server in
            let shop = RadialShop(server: server)
            let order = newName()
            let good = try shop.wallet(try dollars("14.99"), order: order)
            var unauthorized = good
            unauthorized.key = ("apikey", "not-the-key-of-the-store")
            var replies: [HTTPReply] = []
            for message in [good, good.with(body: "<secret-root/>"), unauthorized] {
                replies.append(try await shop.send(message))
            }
            #expect(replies.map(\.status) == [200, 400, 401])

            let log = try String(
                contentsOfFile: RunningServer.logFile(server.folder), encoding: .utf8)
            let lines = try log.split(separator: "\n").map { line in
                try #require(
                    try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            }
            for reply in replies where reply.status != 401 {
                let id = try #require(reply.headers["x-request-id"])
                let own = lines.filter { $0["request"] as? String == id }
                #expect(own.count == 1)
                #expect(own.first?["status"] as? Int == reply.status)
                #expect(own.first?["protocol"] as? String == "radial")
                #expect(own.first?["merchant"] as? String == "sandbox")
                let isPayment = reply.status == 200
                #expect((own.first?["payment"] as? String != nil) == isPayment)
                #expect(own.first?["outcome"] as? String == (isPayment ? "approved" : "wrong-root"))
            }
            #expect(
                !lines.contains { $0["request"] as? String == replies[2].headers["x-request-id"] })
            let start = try #require(lines.first { $0["message"] as? String == "server started" })
            #expect(start["mode"] as? String == "sandbox")
            #expect(start["data"] as? String == server.folder)
            #expect(start["address"] as? String == "127.0.0.1:\(server.port)")
            for word in [order, "secret-root", "not-the-key-of-the-store", "Philadelphia"] {
                #expect(!log.contains(word))
            }
        }
    }
}
