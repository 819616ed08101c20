import AcquirerKit
import Foundation
import ISO8583
import LineContract
import LineHosts
import PaymentDomain
import PaymentEngine
import Testing

@testable import ISO8583Line

/// How the host behaves by the amount, and the answer that a payment of it gets.
private let misbehaviours: [(amount: Int64, answer: String)] = [
    (1_499, "approved 1499"), (700_051, "declined 51"), (700_091, "declined 91"),
    (710_001, "unknown"), (710_002, "unknown"), (710_003, "unknown"), (710_004, "unknown"),
    (710_005, "unknown"), (710_006, "unknown"), (710_007, "approved 710007"),
    (710_008, "unknown"), (710_009, "approved 710009"), (710_010, "unknown"),
    (710_011, "approved 710011"), (710_012, "unknown"), (710_013, "unknown"),
    (710_014, "unknown"), (710_015, "unknown"), (710_016, "unknown"),
]

@Suite(
    "A host that speaks ISO 8583",
    .enabled(
        if: LineHost.Acquirer.iso8583.isInstalled,
        "needs pyiso8583, which scripts/install-clients installs"),
    .timeLimit(.minutes(5)))
struct HostTests {
    /// A clock that is an hour later than the transmission of what the tests send.
    private static let later = Samples.now.adding(seconds: 3_600)

    private func line(
        to host: LineHost, _ profile: LineProfile
    ) async throws -> (ISO8583Line, LinkPool) {
        let pool = try await Samples.pool(profile, [host])
        return (ISO8583Line(profile, over: pool, now: { Self.later }), pool)
    }

    @Test(
        "keeps every line's contract", arguments: LineContract.Rule.allCases, LineProfile.shipped)
    func contract(_ rule: LineContract.Rule, _ name: String) async throws {
        let host = try await LineHost.start(.iso8583, ["--specification", name])
        let (line, _) = try await line(to: host, Samples.profile(name, seconds: 4))
        try await LineContract(line, to: host, silent: "7100.01").check(rule, at: host)
    }

    @Test("is reversed after each misbehaviour until it holds nothing", arguments: misbehaviours)
    func misbehaves(amount: Int64, answer: String) async throws {
        let host = try await LineHost.start(.iso8583)
        let (line, pool) = try await line(to: host, Samples.profile(seconds: 4))
        let request = try Samples.authorization(amount)
        #expect(await line.authorize(request).words == answer)
        guard !answer.hasPrefix("declined") else { return }
        try await host.release()
        var reversal = Samples.reversal(of: request)
        var outcome = AdviceOutcome.unanswered
        for _ in 0..<5 where outcome == .unanswered {
            await pool.waitUntilUp()
            outcome = await line.advise(reversal)
            reversal.isRepetition = true
        }
        #expect(outcome == .acknowledged(nil))
        let state = try await host.state()
        #expect(state.outstanding.isEmpty && state.doublePosted.isEmpty)
        #expect(state.proofsOutside == 0)
    }

    @Test("may answer the newer request first, and each gets its own answer")
    func swapped() async throws {
        let host = try await LineHost.start(.iso8583)
        let (line, _) = try await line(to: host, Samples.profile())
        let first = try Samples.authorization(710_013, trace: 1)
        async let answer = line.authorize(first)
        while try await host.state().requests == 0 { await Task.yield() }
        let second = try Samples.authorization(321, trace: 2)
        #expect(await line.authorize(second).words == "approved 321")
        #expect(await answer.words == "approved 710013")
    }

    @Test("books a message once, also if the first answer or the first request is lost")
    func lostMessages() async throws {
        let host = try await LineHost.start(.iso8583)
        let (line, _) = try await line(to: host, Samples.profile(seconds: 4))
        for (trace, amount) in [(Int64(10), Int64(720_001)), (20, 720_002)] {
            let request = try Samples.authorization(1_000_000, trace: trace)
            #expect(await line.authorize(request).words == "approved 1000000")
            var capture = Samples.reversal(of: request)
            capture.kind = .capture
            capture.identity = MessageIdentity(
                traceNumber: trace + 1, transmittedAt: Samples.now)
            capture.amount = try Samples.money(amount)
            #expect(await line.advise(capture) == .unanswered)
            capture.isRepetition = true
            #expect(await line.advise(capture) == .acknowledged(nil))
            let hold = try await host.state().authorizations[request.id.value]
            #expect(hold?.captured == amount)
        }
        #expect(try await host.state().counters?["0221"] == 2)
    }

    @Test("that is gone gets no request, and its standby gets the next one")
    func standby() async throws {
        let hosts = [try await LineHost.start(.iso8583), try await LineHost.start(.iso8583)]
        let profile = try Samples.profile()
        let pool = try await Samples.pool(profile, hosts)
        let line = ISO8583Line(profile, over: pool, now: { Self.later })
        #expect(try await line.authorize(Samples.authorization(trace: 1)).words == "approved 1499")
        await hosts[0].stop()
        await pool.waitUntil { $0.up == 1 }
        #expect(try await line.authorize(Samples.authorization(trace: 2)).words == "approved 1499")
        await hosts[1].stop()
        await pool.waitUntil { $0.up == 0 }
        #expect(try await line.authorize(Samples.authorization(trace: 3)) == .notSent)
        #expect(line.meter.counters.notSent == 1)
    }

    @Test("that hangs up leaves its requests unknown at once, without a wait for the deadline")
    func hangUp() async throws {
        let host = try await LineHost.start(.iso8583)
        let profile = try Samples.profile()
        let pool = try await Samples.pool(profile, [host])
        let exchange = ScriptedExchange([])
        let scripted = ISO8583Line(profile, over: exchange, now: { Self.later })
        _ = await scripted.authorize(try Samples.authorization(710_004))
        let message = try #require(await exchange.sent.first)
        #expect(await pool.send(message, sendBy: nil) == .silence(.disconnected))
    }

    @Test("that wants a sign-on gets one before the first payment")
    func signOn() async throws {
        let host = try await LineHost.start(.iso8583, ["--require-sign-on"])
        let (line, _) = try await line(to: host, Samples.profile())
        #expect(try await line.authorize(Samples.authorization()).words == "approved 1499")
        #expect(try await host.state().counters?["0800"] == 1)
    }

    @Test("says what the issuer found of the address and the security code")
    func checks() async throws {
        let host = try await LineHost.start(.iso8583)
        let (line, _) = try await line(to: host, Samples.profile())
        var request = try Samples.authorization()
        request.entryMode = .keyed
        request.securityCode = SecurityCode(digits: "901")
        request.billing.postalCode = "10000"
        guard case .approved(let approval) = await line.authorize(request) else {
            Issue.record("not approved")
            return
        }
        #expect(approval.checks.address == .match && approval.checks.securityCode == .noMatch)
    }

    @Test("that asks is shown in a trace without card data")
    func trace() async throws {
        let host = try await LineHost.start(.iso8583)
        let profile = try Samples.profile()
        let pool = try await Samples.pool(profile, [host])
        let log = LineTraceLog()
        let line = ISO8583Line(
            profile, over: TracingExchange(pool, log, profile), now: { Self.later })
        _ = try await line.authorize(Samples.authorization())
        let exchange = try #require(log.exchanges.first)
        let shown = exchange.request.fields.map { "\($0.name)=\($0.value)" }
        for field in ["type=0100", "2=476134******0019", "14=(4)", "41=APPLE001", "126=(29)"] {
            #expect(shown.contains(field), "\(field) in \(shown)")
        }
        #expect(exchange.reply?.fields.contains { $0.name == "39" && $0.value == "00" } == true)
    }

    @Test("answers an echo, or the reason is known why it doesn't")
    func echo() async throws {
        let host = try await LineHost.start(.iso8583)
        let profile = try Samples.profile()
        let pool = try await Samples.pool(profile, [host])
        #expect(await pool.echo() == .answered && !pool.isDown)
        // Of its sign-on and its echo, each was answered.
        #expect(try await host.state().counters?["0800"] == 2)
        let port = host.port
        await host.stop()
        let gone = LinkPool(
            profile, hosts: [HostEndpoint(host: "127.0.0.1", port: port, tls: nil)],
            now: { Samples.now })
        #expect(await gone.echo() == .notSent(.unreachable) && gone.isDown)
        #expect(gone.counters.failures > 0)
        let message = Message(try #require(MessageType("0100")))
        let outcome = await gone.send(message, sendBy: nil)
        #expect(outcome == .notSent(.unreachable))
    }

    @Test("that takes no sign-on gets no payment, and its code is known")
    func signOnRefused() async throws {
        let host = try await LineHost.start(.iso8583)
        let (line, pool) = try await lineWithCodes(
            to: host, [("\"approved\": [\"00\", \"08\"", "\"approved\": [\"08\"")])
        #expect(await pool.echo() == .refused("signOn, code 00"))
        #expect(try await line.authorize(Samples.authorization()) == .notSent)
        #expect(try await host.state().requests == 0)
    }

    private func lineWithCodes(
        to host: LineHost, _ changes: [(String, String)]
    ) async throws -> (ISO8583Line, LinkPool) {
        let profile = try Samples.profile("spec87-ascii", changes)
        let pool = LinkPool(
            profile, hosts: [HostEndpoint(host: "127.0.0.1", port: host.port, tls: nil)],
            now: { Samples.now })
        await pool.waitUntilTried(within: .seconds(20))
        return (ISO8583Line(profile, over: pool, now: { Self.later }), pool)
    }

    @Test("is signed off once every answer came, and gets nothing more", arguments: [true, false])
    func drain(signsOff: Bool) async throws {
        let host = try await LineHost.start(.iso8583)
        let (line, pool) = try await line(to: host, Samples.profile())
        let late = try Samples.authorization(710_003, trace: 1)
        async let answer = line.authorize(late)
        while try await host.state().requests == 0 { await Task.yield() }
        async let drained: Void = pool.drain(within: .seconds(20), signsOff: signsOff)
        await pool.waitUntil { $0.up == 0 }
        #expect(try await host.state().counters?["0800"] == 1)
        try await host.release()
        #expect(await answer.words == "approved 710003")
        await drained
        #expect(pool.isDown)
        #expect(try await line.authorize(Samples.authorization(trace: 2)) == .notSent)
        let state = try await host.state()
        // The sign-on, and the sign-off.
        #expect(state.counters?["0800"] == (signsOff ? 2 : 1) && state.requests == 1)
    }

    @Test("that never answers is left at the end of a drain")
    func drainEnds() async throws {
        let host = try await LineHost.start(.iso8583)
        let (line, pool) = try await line(to: host, Samples.profile())
        let request = try Samples.authorization(710_001)
        async let answer = line.authorize(request)
        while try await host.state().requests == 0 { await Task.yield() }
        await pool.drain(within: .milliseconds(200), signsOff: true)
        #expect(await answer == .unknown && pool.isDown)
    }

    @Test("that sends an echo gets its answer", arguments: LineProfile.shipped)
    func hostEcho(_ name: String) async throws {
        let host = try await LineHost.start(.iso8583, ["--specification", name])
        let (line, _) = try await line(to: host, Samples.profile(name))
        try await host.push()
        // The answer comes before that of a payment that is sent later.
        #expect(try await line.authorize(Samples.authorization()).words == "approved 1499")
        let counters = try await host.state().counters
        #expect(counters?[name == "cmf" ? "2810" : "0810"] == 1)
    }

    @Test("gets no more requests at once than the limit, and none twice")
    func backPressure() async throws {
        let host = try await LineHost.start(.iso8583)
        let profile = try Samples.profile(seconds: 2)
        let pool = try await Samples.pool(profile, [host], inFlight: 3)
        let line = ISO8583Line(profile, over: pool, now: { Self.later })
        let requests = try (1...5).map { try Samples.authorization(710_001, trace: $0) }
        let words = await withTaskGroup(of: String.self) { group in
            for request in requests { group.addTask { await line.authorize(request).words } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(words.count { $0 == "unknown" } == 3)
        #expect(words.count { $0 == "notSent" } == 2)
        #expect(try await host.state().requests == 3)
    }

    @Test("answers a thousand requests that wait at once on one link, each with its own")
    func manyAtOnce() async throws {
        let host = try await LineHost.start(.iso8583)
        let profile = try Samples.profile(seconds: 60)
        let pool = try await Samples.pool(profile, [host], inFlight: 1_000)
        let line = ISO8583Line(profile, over: pool, now: { Self.later })
        let requests = try (1...1_000).map {
            try Samples.authorization(10_000 + $0, trace: $0)
        }
        let answers = await withTaskGroup(of: Bool.self) { group in
            for request in requests {
                group.addTask {
                    await line.authorize(request).words
                        == "approved \(request.amount.minorUnits)"
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0 } == 1_000)
        #expect(try await host.state().authorizations.count == 1_000)
        #expect(pool.counters.waiting == 0)
    }

    @Test("over TLS is the one with our roots, and knows us by our certificate")
    func tls() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "iso8583-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        // Best effort: it is temporary.
        defer { _ = try? FileManager.default.removeItem(atPath: folder) }
        let own = try HostCertificate.make(in: folder)
        let ours = try HostCertificate.make(in: folder, for: "client")
        let identity = try [ours.certificate, ours.key].map {
            try String(contentsOfFile: $0, encoding: .utf8)
        }.joined()
        let roots = try String(contentsOfFile: own.certificate, encoding: .utf8)
        let host = try await LineHost.start(
            .iso8583, certificate: own, clients: ours.certificate)
        let profile = try Samples.profile()
        for (roots, identity, words) in [
            (roots, identity, "approved 1499"), (roots, nil, "notSent"),
            (nil, identity, "notSent"),
        ] as [(String?, String?, String)] {
            let tls = try #require(LineEndpoint.tls(roots: roots, identity: identity))
            let pool = LinkPool(
                profile, hosts: [HostEndpoint(host: "localhost", port: host.port, tls: tls)],
                now: { Samples.now })
            let line = ISO8583Line(profile, over: pool, now: { Self.later })
            if words != "notSent" { await pool.waitUntilUp() }
            #expect(try await line.authorize(Samples.authorization()).words == words)
        }
    }

    @Test("works with each framing", arguments: Framing.allCases)
    func framings(_ framing: Framing) async throws {
        let host = try await LineHost.start(.iso8583, ["--framing", framing.rawValue])
        let inline = "{\"base\": \"spec87-ascii\", \"framing\": \"\(framing.rawValue)\"}"
        let (line, _) = try await line(
            to: host,
            Samples.profile(
                "spec87-ascii",
                [("\"specification\": \"spec87-ascii\"", "\"specification\": \(inline)")]))
        #expect(try await line.authorize(Samples.authorization()).words == "approved 1499")
    }
}

extension LinkPool {
    /// Waits until the counters are so.
    func waitUntil(_ holds: (LinkCounters) -> Bool) async {
        while !holds(counters) { await Task.yield() }
    }
}
