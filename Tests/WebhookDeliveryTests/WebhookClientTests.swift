import PaymentDomain
import StrictCoding
import Synchronization
import Testing
import Webhooks

@testable import WebhookDelivery

private let now = Timestamp(seconds: 1_795_000_000)
private let loopback = [IPAddress("127.0.0.1")].compactMap { $0 }

private let answers: [(path: String, result: DeliveryResult)] = [
    ("/ok?a=b", .answered(status: 200, retryAfter: nil)),
    ("/redirect", .answered(status: 302, retryAfter: nil)),
    ("/gone", .answered(status: 410, retryAfter: nil)),
    ("/busy", .answered(status: 429, retryAfter: 600)),
    ("/date", .answered(status: 503, retryAfter: nil)),
    ("/64k", .answered(status: 200, retryAfter: nil)),
    ("/endless", .failed(code: "reply-too-long")),
    ("/headers", .failed(code: "reply-malformed")),
    ("/cut", .failed(code: "disconnected")),
]

@Suite("Sending to an endpoint", .timeLimit(.minutes(5)))
struct WebhookClientTests {
    private func url(_ receiver: Receiver, _ path: String) throws -> WebhookURL {
        try WebhookURL(typed: "http://localhost:\(receiver.port)\(path)")
    }

    private func client(
        _ addresses: [IPAddress] = loopback, sandbox: Bool = true,
        call: Duration = WebhookLimits.call
    ) -> WebhookClient {
        WebhookClient(
            WebhookRules(allowsLoopback: sandbox), resolver: HostResolver { _ in addresses },
            call: call, now: { now })
    }

    @Test("the answer is its status, and whatever else comes is a failure", arguments: answers)
    func answer(path: String, result: DeliveryResult) async throws {
        let receiver = try await Receiver.start(on: "127.0.0.1")
        let sent = await client().send(
            Array("{}".utf8), headers: [("webhook-id", "evt_1")], to: try url(receiver, path))
        #expect(sent == result)
        #expect(receiver.received.map(\.line) == ["POST \(path)"])
        #expect(receiver.received.first?.headers["webhook-id"] == "evt_1")
        #expect(receiver.received.first?.body == Array("{}".utf8))
        try await receiver.stop()
    }

    @Test("an endpoint that hangs ends at the deadline")
    func hang() async throws {
        let receiver = try await Receiver.start(on: "127.0.0.1")
        let client = client(call: .milliseconds(200))
        let sent = await client.send([], headers: [], to: try url(receiver, "/hang"))
        #expect(sent == .failed(code: "deadline"))
        try await receiver.stop()
    }

    @Test("the connection goes to the checked address, not to what the name means to others")
    func pinned() async throws {
        let receiver = try await Receiver.start(on: "127.0.0.2")
        let address = try #require(IPAddress("127.0.0.2"))
        let sent = await client([address]).send([], headers: [], to: try url(receiver, "/"))
        #expect(sent == .answered(status: 200, retryAfter: nil))
        #expect(receiver.received.first?.headers["host"] == "localhost:\(receiver.port)")
        try await receiver.stop()
    }

    @Test(
        "a refused address gets no connection",
        arguments: [
            ("127.0.0.1", "http", WebhookFault.plainHTTP),
            ("127.0.0.1", "https", .addressRefused),
            ("::ffff:127.0.0.1", "https", .addressRefused),
            ("93.184.215.14 127.0.0.1", "https", .addressRefused),
            ("", "https", .hostUnresolved),
        ])
    func refused(addresses: String, scheme: String, fault: WebhookFault) async throws {
        let receiver = try await Receiver.start(on: "127.0.0.1")
        let found = addresses.split(separator: " ").compactMap { IPAddress($0) }
        let url = try WebhookURL(typed: "\(scheme)://localhost:\(receiver.port)/")
        let sent = await client(found, sandbox: false).send([], headers: [], to: url)
        #expect(sent == .refused(fault))
        #expect(receiver.connectionCount == 0)
        try await receiver.stop()
    }

    @Test("each try looks the name up again, so a changed address is refused")
    func changed() async throws {
        let receiver = try await Receiver.start(on: "127.0.0.1")
        let calls = Mutex(0)
        let resolver = HostResolver { _ in
            let call = calls.withLock { calls in
                calls += 1
                return calls
            }
            return [IPAddress(call == 1 ? "127.0.0.1" : "169.254.169.254")].compactMap { $0 }
        }
        let client = WebhookClient(
            WebhookRules(allowsLoopback: true), resolver: resolver, now: { now })
        let url = try url(receiver, "/")
        #expect(await client.send([], headers: [], to: url).isDelivered)
        #expect(await client.send([], headers: [], to: url) == .refused(.addressRefused))
        try await receiver.stop()
    }

    @Test("the system's look-up finds this machine, and refuses numbers in disguise as it")
    func system() async throws {
        let found = await HostResolver.system.addresses("localhost")
        #expect(!found.isEmpty)
        #expect(found.filter { !$0.isLoopback }.isEmpty)
        for host in ["2130706433", "127.1", "0x7f000001"] {
            let found = await HostResolver.system.addresses(host)
            #expect(found.filter { !$0.isLoopback }.isEmpty, "\(host)")
        }
        #expect(await HostResolver.system.addresses("no-such-host.invalid").isEmpty)
    }
}
