import Foundation
import Testing

@Suite("coster payment: the request of each step", .timeLimit(.minutes(20)), .server())
struct StepRequestTests {
    private let server: RunningServer

    init() throws {
        server = try #require(RunningServer.ofSuite)
    }

    /// The steps of a payment, as `coster payment --json` prints them.
    private func steps(of order: String) async throws -> [[String: Any]] {
        let run = try await expect(0, ["payment", order, "--json", "--data", server.folder])
        return try #require(run.json["steps"] as? [[String: Any]])
    }

    @Test("is the X-Request-Id of the reply, in the table and in --json")
    func header() async throws {
        let shop = RadialShop(server: server)
        let order = newName()
        let authorization = try await shop.send(shop.wallet(try dollars("14.99"), order: order))
        let payment = ApprovedPayment(
            order: order, handle: try #require(authorization.element("PaymentAccountUniqueId")),
            tender: try #require(authorization.element("TenderType")))
        let capture = try await shop.send(shop.settle("Debit", try dollars("5.00"), payment))
        let ids = try [authorization, capture].map { try #require($0.headers["x-request-id"]) }

        let found = try await steps(of: order).map {
            "\($0["operation"] ?? "") \($0["step"] ?? "") \($0["request_id"] ?? "-")"
        }
        #expect(
            found == [
                "authorization requested \(ids[0])", "authorization approved \(ids[0])",
                "capture requested \(ids[1])", "capture confirmed \(ids[1])",
            ])
        let table = try await expect(0, ["payment", order, "--data", server.folder]).output
        let column = table.split(separator: "\n").suffix(5).map { row in
            String(row.split(separator: "\t").last ?? "")
        }
        #expect(column == ["request id", ids[0], ids[0], ids[1], ids[1]], "\(table)")
    }

    @Test(
        "is one that the server's log has, in each protocol",
        arguments: ["radial", "vantiv", "instamed", "cardconnect", "native"])
    func log(dialect: String) async throws {
        let data = ["--data", server.folder]
        try await expect(
            0, ["pay", dialect, "--url", "http://127.0.0.1:\(server.port)", "--capture"] + data)
        let list = try await expect(0, ["payments", "--json"] + data)
        let payments = try #require(
            try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [[String: Any]])
        let payment = try #require(payments.first { $0["protocol"] as? String == dialect })
        let log = try String(contentsOfFile: RunningServer.logFile(server.folder), encoding: .utf8)
        let logged = Set(
            try log.split(separator: "\n").compactMap { line in
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
                return (object as? [String: Any])?["request"] as? String
            })
        let steps = try await steps(of: try #require(payment["id"] as? String))
        #expect(steps.count >= 3)
        for step in steps {
            let id = try #require(step["request_id"] as? String, "\(step)")
            #expect(logged.contains(id))
        }
    }
}
