import Foundation
import Testing

@testable import CosterCommands

@Suite("--json", .timeLimit(.minutes(20)), .server())
struct JSONOutputTests {
    private let server: RunningServer

    init() throws {
        server = try #require(RunningServer.ofSuite)
    }

    /// A command, and the names that its document, or the first element of it, has.
    struct Row: Sendable, CustomTestStringConvertible {
        let command: [String]
        let names: [String]

        init(_ command: String, _ names: [String]) {
            self.command = command.split(separator: " ").map(String.init)
            self.names = names
        }

        var testDescription: String { command.joined(separator: " ") }
    }

    private static let rows = [
        Row("payments", ["id", "status", "merchant", "protocol", "requested", "order_reference"]),
        Row("batches", ["batch", "closed_at", "captures", "refunds", "net"]),
        Row("profiles", ["merchant", "profile", "accounts", "default_account", "card_token"]),
        Row("settle", ["batch", "captures", "refunds", "net"]),
        Row("audit", ["payments", "operations", "breach_count", "breaches", "audit_log_head"]),
        Row("audit-log", ["head", "entries"]),
        Row("keys inventory", ["master_keys", "keys", "lost"]),
        Row("merchant list", ["name", "apple_merchant_id", "acquirer", "certificates", "clients"]),
        Row("merchant show roses", ["name", "clients", "origins", "created_at"]),
        Row("merchant show sandbox", ["name", "clients", "is_built_in"]),
        Row("merchant credential list roses", ["protocol", "identity", "credentials"]),
        Row("merchant publishable-key list roses", ["key", "apps"]),
        Row("doctor --sandbox", ["problems", "warnings", "findings"]),
    ]

    @Test("is one document, whose names stay", arguments: rows)
    func document(row: Row) async throws {
        let data = ["--data", server.folder]
        _ = try await CommandRun.coster(
            ["merchant", "create", "roses", "--apple-merchant-id", "merchant.roses"] + data)
        _ = try await CommandRun.coster(
            ["merchant", "credential", "create", "roses", "radial", "--store", "ROSES"] + data)
        _ = try await CommandRun.coster(["merchant", "publishable-key", "create", "roses"] + data)
        try await expect(
            0, ["pay", "radial", "--url", "http://127.0.0.1:\(server.port)", "--capture"] + data)
        if row.command == ["batches"] { try await expect(0, ["settle"] + data) }
        if row.command == ["profiles"] {
            let saved = try await CardConnectTestShop(server: server).put(
                "profile", [("account", "4788250000121443"), ("expiry", "1249")])
            #expect(saved.member("respcode") == "09")
        }
        let run = try await expect(0, row.command + ["--json"] + data)
        let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let object = (value as? [[String: Any]])?.first ?? value as? [String: Any]
        let names = try #require(object, "\(run.output)").keys
        for name in row.names { #expect(names.contains(name), "\(name): \(run.output)") }
    }

    @Test("a payment has its steps, by its ID and by its order")
    func payment() async throws {
        let data = ["--data", server.folder]
        let run = try await expect(
            0,
            ["pay", "vantiv", "--url", "http://127.0.0.1:\(server.port)", "--capture", "--json"]
                + data)
        #expect(run.json["outcome"] as? String == "approved")
        let steps = try #require(run.json["steps"] as? [[String: Any]])
        #expect(steps.map { $0["step"] as? String } == ["registered", "authorized", "captured"])
        let order = try #require((steps[1]["facts"] as? [String: String])?["order"])
        let byOrder = try await expect(0, ["payment", order, "--json"] + data)
        let found = try #require(byOrder.json["payment"] as? [String: Any])
        #expect(found["status"] as? String == "captured")
        let events = try #require(byOrder.json["steps"] as? [[String: Any]])
        #expect(
            events.map { "\($0["operation"] ?? "") \($0["step"] ?? "")" } == [
                "authorization requested", "authorization approved", "capture requested",
                "capture confirmed",
            ])
        #expect(
            events.compactMap { $0["event"] as? String }
                == ["payment.authorized", "payment.captured"])
        // An order reference of InstaMed looks like an ID.
        let sale = try await expect(
            0,
            ["pay", "instamed", "--url", "http://127.0.0.1:\(server.port)", "--capture", "--json"]
                + data)
        let saleFacts = (sale.json["steps"] as? [[String: Any]])?.last?["facts"]
        let transaction = try #require((saleFacts as? [String: String])?["transaction"])
        try await expect(0, ["payment", transaction] + data)
        let id = try #require(found["id"] as? String)
        let byID = try await expect(0, ["payment", id] + data)
        #expect(byID.output.contains("status      captured"), "\(byID.output)")
        let unknown = try await expect(65, ["payment", "nosuch"] + data)
        #expect(unknown.errors.contains("coster payments"))
    }

    @Test("a declined payment says so in its document, and in the list with its reason")
    func declined() async throws {
        let data = ["--data", server.folder]
        let run = try await expect(
            1,
            [
                "pay", "instamed", "--url", "http://127.0.0.1:\(server.port)", "--amount", "10.05",
                "--json",
            ] + data)
        #expect(run.json["outcome"] as? String == "declined")
        let list = try await expect(0, ["payments"] + data)
        #expect(list.output.contains("declined: do not honor"), "\(list.output)")
    }
}
