import Events
import Foundation
import LineHosts
import PaymentDomain
import Programs
import Testing
import Webhooks

@testable import CosterCommands

@Suite("coster events", .timeLimit(.minutes(20)), .server())
struct EventsCommandTests {
    private let server: RunningServer
    private var data: [String] { ["--data", server.folder] }

    init() throws {
        server = try #require(RunningServer.ofSuite)
    }

    private func pay(_ protocolName: String, _ options: String...) async throws {
        try await expect(
            0, ["pay", protocolName, "--url", "http://127.0.0.1:\(server.port)"] + options + data)
    }

    /// The bodies of JSON lines.
    private func bodies(_ output: String) throws -> [[String: Any]] {
        try output.split(separator: "\n").map { line in
            try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)"
            )
        }
    }

    @Test("the events of a payment and of its batch, by all that they can be asked for by")
    func list() async throws {
        try await pay("vantiv", "--capture")
        try await expect(0, ["settle"] + data)
        let all = try await expect(0, ["events", "--json", "--limit", "1000"] + data)
        let found = try bodies(all.output)
        let types = found.compactMap { $0["type"] as? String }
        for type in ["payment.authorized", "payment.captured", "batch.closed"] {
            #expect(types.contains(type), "\(type)")
        }
        for body in found { #expect(body["version"] as? Int == 1) }
        let captured = try #require(found.first { $0["type"] as? String == "payment.captured" })
        let payment = try #require((captured["data"] as? [String: Any])?["payment"] as? String)
        let own = try await expect(0, ["events", "--json", "--payment", payment] + data)
        #expect(try bodies(own.output).count == 2)
        let first = try await expect(
            0, ["events", "--json", "--payment", payment, "--after", "evt_\(payment)_1"] + data)
        #expect(first.output.contains("payment.captured"))
        #expect(!first.output.contains("payment.authorized"))
        let newest = try await expect(0, ["events", "--limit", "1"] + data)
        let lines = newest.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("at\tevent\tmerchant\torder\tamount") == true)
        let other = try await expect(0, ["events", "--merchant", "nobody"] + data)
        #expect(other.output.split(separator: "\n").count == 1)
    }

    /// The paths of a body's members, as the reference writes them.
    private func members(_ value: Any, at path: String = "") -> Set<String> {
        if let object = value as? [String: Any] {
            return object.reduce(into: []) { found, member in
                let place = path.isEmpty ? member.key : "\(path).\(member.key)"
                found.formUnion(members(member.value, at: place))
            }
        }
        guard let elements = value as? [Any] else { return [path] }
        return elements.reduce(into: []) { $0.formUnion(members($1, at: path + "[]")) }
    }

    @Test("the reference has each member of a body, and a body has each member of the reference")
    func reference() async throws {
        try await pay("vantiv", "--capture")
        _ = try await CommandRun.coster(
            [
                "pay", "instamed", "--url", "http://127.0.0.1:\(server.port)", "--amount", "10.05",
            ] + data)
        try await expect(0, ["settle"] + data)
        let all = try await expect(0, ["events", "--json", "--limit", "1000"] + data)
        let merchant = try await expect(
            0, ["events", "--json", "--limit", "1000", "--merchant", "sandbox"] + data)
        let found = try bodies(all.output + merchant.output)
        #expect(
            found.reduce(into: Set()) { $0.formUnion(members($1)) }
                == Set(EventMember.all.map(\.path)))
    }

    @Test(
        "what isn't an event, a payment or a number of events is refused",
        arguments: [
            (64, ["--after", "evt_1"]), (64, ["--limit", "0"]), (65, ["--after", "evt_batch_999"]),
            (65, ["--payment", "nosuch"]),
        ] as [(Int32, [String])])
    func refused(code: Int32, options: [String]) async throws {
        try await expect(code, ["events"] + options + data)
    }

    @Test("events are forwarded, signed, and wait for a receiver that is away")
    func forward() async throws {
        let receiver = try await WebhookReceiver.start()
        try await TemporaryFolder.lend { folder in
            let child = try Child(
                Child.Launch(
                    program: Places.coster,
                    arguments: ["events", "--forward", receiver.url("/status/204")] + data,
                    errorFile: "\(folder.path)/errors"))
            let secret = try WebhookSecret(try #require(await child.firstLine()))
            try await pay("radial")
            let first = try await received(by: receiver)
            await receiver.stop()
            try await pay("radial")
            let next = try await WebhookReceiver.start(port: receiver.port)
            let second = try await received(by: next)
            #expect(first.id != second.id)
            for request in [first, second] { try check(request, signedWith: secret) }
            child.signal(SIGTERM)
            #expect(await child.ending() == .exited(0))
        }
    }

    private func received(by receiver: WebhookReceiver) async throws -> WebhookReceiver.Request {
        let hasCome = try await TortureClock.until(within: .seconds(60)) {
            try await !receiver.received().isEmpty
        }
        #expect(hasCome)
        return try #require(try await receiver.received().first)
    }

    private func check(
        _ request: WebhookReceiver.Request, signedWith secret: WebhookSecret
    ) throws {
        let message = try #require(WebhookMessage(id: request.id, body: Array(request.body.utf8)))
        let time = try #require(Int64(request.headers["webhook-timestamp"] ?? ""))
        let headers = StandardRendering().headers(
            of: message, with: [secret], at: Timestamp(seconds: time))
        for header in headers { #expect(request.headers[header.name] == header.value) }
    }

    @Test("it shows what comes later, and a signal ends it without an error")
    func follow() async throws {
        try await pay("radial")
        let newest = try await expect(0, ["events", "--json", "--limit", "1"] + data)
        let last = try #require(try bodies(newest.output).first?["id"] as? String)
        try await TemporaryFolder.lend { folder in
            let child = try Child(
                Child.Launch(
                    program: Places.coster,
                    arguments: ["events", "--follow", "--json", "--after", last] + data,
                    errorFile: "\(folder.path)/errors"))
            try await pay("radial")
            let line = try #require(await child.firstLine())
            #expect(try bodies(line).first?["id"] as? String != last)
            child.signal(SIGTERM)
            #expect(await child.ending() == .exited(0))
        }
    }
}
