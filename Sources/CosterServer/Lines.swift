import AcquirerKit
import CybersourceLine
import ISO8583
import ISO8583Line
import NIOSSL
import PaymentDomain
import PaymentEngine
import Routing
import Synchronization
import WorldpayLine

/// The lines of a running server, from what the database has of them.
///
/// A line stays as it is until its definition or its secret changes: its connections and its breaker go on.
final class ServerLines: AcquirerLines {
    /// A line, and what it was made from.
    private struct Running {
        let source: LineDirectory.Line
        /// The fault of a line that can't be opened stays until its definition or its secret changes.
        let result: Result<OpenedLine, LineFault>

        var opened: OpenedLine? { try? result.get() }
    }

    private let directory: CurrentDirectory
    /// The line of a sandbox; nil in production.
    private let sandbox: (any AcquirerLine)?
    /// Stands around each line: a crash point of a test.
    private let wrap: @Sendable (any AcquirerLine) -> any AcquirerLine
    /// How long the engine waits for an answer.
    private let timeout: Duration
    private let running = Mutex<[LineID: Running]>([:])

    init(
        _ directory: CurrentDirectory, sandbox: (any AcquirerLine)?, timeout: Duration,
        wrap: @escaping @Sendable (any AcquirerLine) -> any AcquirerLine
    ) {
        self.directory = directory
        self.sandbox = sandbox.map(wrap)
        self.timeout = timeout
        self.wrap = wrap
    }

    /// In a sandbox, a merchant without routes takes the sandbox's own line.
    func candidates(_ question: RouteQuestion) -> [LineID] {
        let lines = directory.lines
        if sandbox != nil, !lines.hasRoutes(question.merchant) { return [.sandbox] }
        return lines.candidates(question)
    }

    var all: [LineID] {
        let own = sandbox == nil ? [] : [LineID.sandbox]
        return own + directory.lines.lines.keys.sorted { $0.value < $1.value }
    }

    func line(_ id: LineID) -> (any AcquirerLine)? {
        if id == .sandbox { return sandbox }
        var ended: OpenedLine?
        let line = running.withLock { running -> (any AcquirerLine)? in
            // Read here, so that no thread puts an earlier line back.
            let source = directory.lines.lines[id]
            if let known = running[id] {
                if known.source == source { return known.opened?.line }
                ended = known.opened
            }
            running[id] = source.map { start($0) }
            return running[id]?.opened?.line
        }
        // Its links wait for their answers, while those of the new one come up.
        if let connections = ended?.connections {
            Task { [timeout] in
                await connections.drain(within: timeout, signsOff: line == nil)
            }
        }
        return line
    }

    /// Opens the links of new and changed lines, and ends those of lines that are gone.
    func refresh() {
        let gone = running.withLock { Array($0.keys) }
        for id in Set(gone).union(directory.lines.lines.keys) { _ = line(id) }
    }

    /// Waits until each line can be used, or a first try of it has failed.
    func waitUntilTried() async {
        await forEach { [timeout] in await $0.waitUntilTried(within: timeout) }
    }

    /// Ends the links of all lines, once what waits is answered.
    func drain() async {
        await forEach { [timeout] in await $0.drain(within: timeout, signsOff: true) }
    }

    private func forEach(
        _ body: @escaping @Sendable (any LineConnections) async -> Void
    ) async {
        let connections = running.withLock { $0.values.compactMap { $0.opened?.connections } }
        await withTaskGroup(of: Void.self) { group in
            for each in connections { group.addTask { await body(each) } }
        }
    }

    /// The lines that can't be reached now, or can't be opened at all.
    var down: [LineID] { lines { $0.opened?.connections.isDown ?? true } }

    /// The lines whose roots or client certificate can't be used, so that nothing is sent over them.
    var withoutTLS: [LineID] {
        lines { running in
            guard case .failure(let fault) = running.result else { return false }
            return fault == .badRoots || fault == .badLineIdentity
        }
    }

    private func lines(where isAsked: (Running) -> Bool) -> [LineID] {
        running.withLock { running in
            running.filter { isAsked($0.value) }.keys.sorted { $0.value < $1.value }
        }
    }

    /// The state of a line.
    struct Health {
        let line: LineID
        let isDown: Bool
        let counters: LineCounters
        /// Of a line whose links stay open.
        let links: LinkCounters?
    }

    /// The state of each line that can be opened.
    var health: [Health] {
        running.withLock { running in
            running.compactMap { id, running in
                running.opened.map { opened in
                    Health(
                        line: id, isDown: opened.connections.isDown,
                        counters: opened.meter.counters, links: opened.connections.links)
                }
            }
        }
    }

    private func start(_ source: LineDirectory.Line) -> Running {
        // A connection that doesn't come about must be known as such before the engine stops waiting.
        var limits = LineLimits()
        limits.connect = min(limits.connect, timeout / 2)
        do throws(LineFault) {
            var opened = try source.opened(limits: limits)
            opened.line = wrap(opened.line)
            return Running(source: source, result: .success(opened))
        } catch {
            return Running(source: source, result: .failure(error))
        }
    }
}

/// A line with its account, ready to be used.
package struct OpenedLine: Sendable {
    package fileprivate(set) var line: any AcquirerLine
    package let meter: LineMeter
    package let connections: any LineConnections
    /// Asks the host a question that moves no money.
    package let echo: @Sendable (AcquirerMerchant) async -> LineEcho
}

/// The one list of kinds: the line that speaks each kind's protocol, and the trace of its messages. A new kind has its
/// rows here.
extension LineDirectory.Line {
    /// The line with its account.
    ///
    /// - Parameter log: Keeps a trace of what is sent.
    /// - Throws: What of the line can't be used: ``Routing/LineFault/badRoots``, ``Routing/LineFault/badLineIdentity``,
    ///   ``Routing/LineFault/badLineProfile``, or ``Routing/LineFault/badField`` for an account that the protocol has no
    ///   room for.
    package func opened(
        limits: LineLimits = LineLimits(), log: LineTraceLog? = nil
    ) throws(LineFault) -> OpenedLine {
        switch definition.account {
        case .worldpay(let service): try worldpay(service, limits, log)
        case .cybersource(let service): try cybersource(service, limits, log)
        case .iso8583(let account): try iso8583(account, limits, log)
        }
    }

    private func worldpay(
        _ service: ServiceAccount, _ limits: LineLimits, _ log: LineTraceLog?
    ) throws(LineFault) -> OpenedLine {
        let client = try client(service.address, limits)
        let account = WorldpayAccount(
            user: service.user, password: secret.text, reportGroup: service.reportGroup ?? "Coster",
            currency: definition.currency)
        guard let account else { throw .badField }
        let traced = log.map { TracingTransport(client, $0) { .worldpay($0) } }
        let line = WorldpayLine(account, over: traced ?? client, now: SystemClock.engine.now)
        return OpenedLine(
            line: line, meter: line.meter, connections: client, echo: { await line.echo(as: $0) })
    }

    private func cybersource(
        _ service: ServiceAccount, _ limits: LineLimits, _ log: LineTraceLog?
    ) throws(LineFault) -> OpenedLine {
        let client = try client(service.address, limits)
        let account = CybersourceAccount(
            merchantID: service.user, secret: secret.text, host: service.address.authority,
            path: service.address.path, currency: definition.currency)
        guard let account else { throw .badField }
        let traced = log.map { TracingTransport(client, $0) { .cybersource($0) } }
        let line = CybersourceLine(account, over: traced ?? client, now: SystemClock.engine.now)
        return OpenedLine(
            line: line, meter: line.meter, connections: client, echo: { await line.echo(as: $0) })
    }

    private func iso8583(
        _ account: HostAccount, _ limits: LineLimits, _ log: LineTraceLog?
    ) throws(LineFault) -> OpenedLine {
        let json = Array(account.profile.utf8)
        guard let profile = try? LineProfile(json: json, file: definition.id.value) else {
            throw .badLineProfile
        }
        var tls: TLSConfiguration?
        if account.isEncrypted {
            tls = LineEndpoint.tls(roots: definition.roots, identity: secret.identity)
            guard tls != nil else { throw unusableCertificate }
        }
        let hosts = account.hosts.map {
            HostEndpoint(host: $0.host, port: $0.port, tls: tls, links: account.links)
        }
        let pool = LinkPool(
            profile.within(limits), hosts: hosts, inFlight: limits.inFlight,
            now: SystemClock.engine.now)
        let traced = log.map { TracingExchange(pool, $0, profile) }
        let line = ISO8583Line(profile, over: traced ?? pool, now: SystemClock.engine.now)
        return OpenedLine(
            line: line, meter: line.meter, connections: pool, echo: { _ in await pool.echo() })
    }

    /// The client of a service.
    private func client(
        _ address: LineAddress, _ limits: LineLimits
    ) throws(LineFault) -> LineClient {
        let identity = secret.identity
        guard let endpoint = LineEndpoint(address, roots: definition.roots, identity: identity)
        else { throw unusableCertificate }
        return LineClient(endpoint, limits: limits, now: SystemClock.engine.now)
    }

    /// Which of the line's certificates can't be used, if TLS can't be set up.
    private var unusableCertificate: LineFault {
        guard let identity = secret.identity,
            LineEndpoint.validity(ofIdentity: identity) == nil
        else { return .badRoots }
        return .badLineIdentity
    }
}

extension HostAccount {
    /// The first mistake of its profile, with the file and the place; nil if the profile can be used.
    ///
    /// - Parameter file: The name of its file.
    package func mistake(in file: String) -> String? {
        do throws(SpecificationError) {
            _ = try LineProfile(json: Array(profile.utf8), file: file)
            return nil
        } catch {
            return error.description
        }
    }

    /// Whether the payments of a line can go on with this account's profile.
    package func carriesOn(_ earlier: HostAccount) -> Bool {
        let file = "profile"
        guard let old = try? LineProfile(json: Array(earlier.profile.utf8), file: file),
            let new = try? LineProfile(json: Array(profile.utf8), file: file)
        else { return false }
        return new.carriesOn(old)
    }

    /// The names of the profiles that come with Coster.
    package static let shippedProfiles = LineProfile.shipped

    /// A profile that comes with Coster, as JSON; nil for another name.
    package static func profile(shipped name: String) -> String? {
        LineProfile.json(ofShipped: name).map { String(decoding: $0, as: UTF8.self) }
    }
}
