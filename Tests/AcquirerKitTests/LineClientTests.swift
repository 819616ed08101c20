import Foundation
import LineHosts
import PaymentDomain
import Routing
import Synchronization
import Testing

@testable import AcquirerKit

/// How the host behaves by the amount, and what a call of it ends in.
private let misbehaviours: [(amount: Int, outcome: String)] = [
    (1_000, "answered 200"), (710_001, "disconnected"), (710_002, "disconnected"),
    (710_004, "disconnected"), (710_005, "answered 200"), (710_006, "answered 200"),
    (710_007, "reply-too-long"), (710_008, "answered 200"), (710_011, "answered 200"),
    (710_012, "answered 503"), (710_014, "answered 500"), (710_020, "answered 302"),
    (710_021, "answered 200"),
]

@Suite("The client of a line", .timeLimit(.minutes(5)))
struct LineClientTests {
    private static let now = Timestamp(seconds: 1_795_000_000)

    private func client(
        _ url: String, limits: LineLimits = LineLimits(),
        roots: String? = nil,
        now: @escaping @Sendable () -> Timestamp = { LineClientTests.now }
    ) throws -> LineClient {
        LineClient(
            try #require(LineEndpoint(try LineAddress(typed: url), roots: roots)),
            limits: limits, now: now)
    }

    private func url(_ host: LineHost, scheme: String = "http://127.0.0.1") -> String {
        "\(scheme):\(host.port)/vap/communicator/online"
    }

    private func request(
        _ amount: Int, id: String = UUID().uuidString, sendBy: Timestamp? = nil
    ) -> LineRequest {
        let document = """
            <cnpOnlineRequest version="12.34" xmlns="http://www.vantivcnp.com/schema" \
            merchantId="0180"><authentication><user>user</user>\
            <password>\(LineHost.Acquirer.worldpay.secret)</password></authentication>\
            <authorization id="\(id)" reportGroup="group"><orderId>\(id)</orderId>\
            <amount>\(amount)</amount><card><type>VI</type></card></authorization>\
            </cnpOnlineRequest>
            """
        return LineRequest(
            body: Array(document.utf8), headers: [("Content-Type", "text/xml")], sendBy: sendBy)
    }

    @Test("ends each misbehaviour of a host in one word", arguments: misbehaviours)
    func misbehaves(amount: Int, outcome: String) async throws {
        let host = try await LineHost.start(.worldpay)
        let client = try client(url(host))
        #expect(await client.send(request(amount)).word == outcome)
        #expect(try await host.state().requests == 1, "nothing is sent twice")
        #expect(!client.isDown)
    }

    @Test("keeps to one deadline, and a late answer counts for nothing")
    func deadline() async throws {
        let host = try await LineHost.start(.worldpay)
        var limits = LineLimits()
        // Long enough for a busy machine to connect and send in.
        limits.call = .seconds(5)
        let client = try client(url(host), limits: limits)
        #expect(await client.send(request(710_003)).word == "deadline")
        try await host.release()
        #expect(await client.send(request(1_000)).word == "answered 200")
    }

    @Test("ends a call that is cancelled in silence, once its first byte has left")
    func cancelled() async throws {
        let host = try await LineHost.start(.worldpay)
        let client = try client(url(host))
        let late = request(710_003)
        let call = Task { await client.send(late) }
        for _ in 0..<1_000 {
            if try await host.state().requests > 0 { break }
        }
        call.cancel()
        #expect(await call.value == .silence(.cancelled))
    }

    @Test("has no more calls in flight than its limit, and sends all others later")
    func busy() async throws {
        let host = try await LineHost.start(.worldpay)
        var limits = LineLimits()
        limits.inFlight = 2
        let client = try client(url(host), limits: limits)
        let requests = (0..<3).map { _ in request(710_003) }
        try await withThrowingTaskGroup(of: String.self) { group in
            for one in requests { group.addTask { await client.send(one).word } }
            #expect(try await group.next() == "not sent: busy")
            try await host.release()
            #expect(try await group.next() == "answered 200")
            #expect(try await group.next() == "answered 200")
        }
        #expect(try await host.state().requests == 2)
    }

    @Test("carries many calls at once")
    func many() async throws {
        let host = try await LineHost.start(.worldpay)
        let client = try client(url(host))
        let requests = (0..<100).map { request(1_000 + $0) }
        await withTaskGroup(of: String.self) { group in
            for one in requests { group.addTask { await client.send(one).word } }
            for await word in group { #expect(word == "answered 200") }
        }
        #expect(try await host.state().requests == 100)
    }

    @Test("sends nothing late, before it connects or after")
    func late() async throws {
        let host = try await LineHost.start(.worldpay)
        let early = Timestamp(milliseconds: Self.now.milliseconds - 1)
        let client = try client(url(host))
        #expect(await client.send(request(1_000, sendBy: early)).word == "not sent: late")
        // The clock goes on while it connects: it says now once, and then a second more.
        let readings = Mutex(0)
        let second = try self.client(
            url(host),
            now: {
                let count = readings.withLock { count in
                    count += 1
                    return count
                }
                return Self.now.adding(seconds: count <= 1 ? 0 : 1)
            })
        #expect(await second.send(request(1_000, sendBy: Self.now)).word == "not sent: late")
        #expect(try await host.state().requests == 0)
        #expect(await second.send(request(1_000)).word == "answered 200")
    }

    @Test("knows that nothing was sent, and opens the breaker after five failures")
    func unreachable() async throws {
        let port = try ClosedPort()
        let client = try client("http://127.0.0.1:\(port.number)")
        for _ in 0..<5 {
            #expect(await client.send(request(1_000)).word == "not sent: unreachable")
        }
        #expect(client.isDown)
        #expect(await client.send(request(1_000)).word == "not sent: line-down")
    }

    @Test("knows that nothing was sent to a name without an address")
    func unresolved() async throws {
        var limits = LineLimits()
        limits.connect = .seconds(2)
        let client = try client("https://payments.invalid", limits: limits)
        let outcome = await client.send(request(1_000))
        guard case .notSent = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test("trusts the pinned roots alone, and the name that it was given")
    func tls() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { _ = try? FileManager.default.removeItem(at: folder) }
        let right = try HostCertificate.make(in: folder.path)
        let wrong = try HostCertificate.make(in: folder.path, for: "payments.example")
        let host = try await LineHost.start(.worldpay, certificate: right)
        let other = try await LineHost.start(.worldpay, certificate: wrong)
        let pem = try String(contentsOfFile: right.certificate, encoding: .utf8)
        let both = pem + (try String(contentsOfFile: wrong.certificate, encoding: .utf8))
        let rows: [(LineHost, String?, String)] = [
            (host, pem, "answered 200"), (host, nil, "not sent: tls-failed"),
            (other, pem, "not sent: tls-failed"), (other, both, "not sent: tls-failed"),
        ]
        for (host, roots, word) in rows {
            let client = try client(url(host, scheme: "https://localhost"), roots: roots)
            #expect(await client.send(request(1_000)).word == word)
        }
        #expect(try await host.state().requests == 1)
        #expect(try await other.state().requests == 0)
    }

    @Test("a host that refuses our certificate is down after five calls, and has read none of them")
    func certificateRefused() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { _ = try? FileManager.default.removeItem(at: folder) }
        let own = try HostCertificate.make(in: folder.path)
        let known = try HostCertificate.make(in: folder.path, for: "coster.example")
        let host = try await LineHost.start(
            .worldpay, certificate: own, clients: known.certificate)
        let client = try client(
            url(host, scheme: "https://localhost"),
            roots: String(contentsOfFile: own.certificate, encoding: .utf8))
        for _ in 0..<5 {
            let word = await client.send(request(1_000)).word
            #expect(word.hasSuffix("tls-failed"), "\(word)")
        }
        #expect(await client.send(request(1_000)).word == "not sent: line-down")
        #expect(try await host.state().requests == 0)
    }

    @Test("knows that nothing was sent to a host that speaks no TLS")
    func plain() async throws {
        let host = try await LineHost.start(.worldpay)
        let client = try client(url(host, scheme: "https://localhost"))
        let word = await client.send(request(1_000)).word
        #expect(word.hasPrefix("not sent"), "\(word)")
    }
}

extension LineOutcome {
    /// The outcome in a word, for tables.
    fileprivate var word: String {
        switch self {
        case .answered(let reply): "answered \(reply.status)"
        case .silence(let reason): reason.rawValue
        case .notSent(let reason): "not sent: \(reason.rawValue)"
        }
    }
}
