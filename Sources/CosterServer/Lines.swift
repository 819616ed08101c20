import AcquirerKit
import CybersourceLine
import PaymentDomain
import PaymentEngine
import Routing
import Synchronization
import WorldpayLine

/// The lines of a running server, from what the database has of them.
///
/// A line stays as it is until its definition or its secret changes: its connections and its breaker go on.
final class ServerLines: AcquirerLines {
    /// A line, and the state of its connections.
    private struct Running {
        let source: LineDirectory.Line
        let line: any AcquirerLine
        let meter: LineMeter
        let client: LineClient
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
        guard let source = directory.lines.lines[id] else {
            running.withLock { _ = $0.removeValue(forKey: id) }
            return nil
        }
        return running.withLock { running in
            if let known = running[id], known.source == source { return known.line }
            guard let started = start(source) else { return nil }
            running[id] = started
            return started.line
        }
    }

    /// The lines that can't be reached now.
    var down: [LineID] {
        running.withLock { running in
            running.filter { $0.value.client.isDown }.keys.sorted { $0.value < $1.value }
        }
    }

    /// The state of each line that was in use so far.
    var health: [(line: LineID, isDown: Bool, counters: LineCounters)] {
        running.withLock { running in
            running.map { ($0.key, $0.value.client.isDown, $0.value.meter.counters) }
        }
    }

    private func start(_ source: LineDirectory.Line) -> Running? {
        // A connection that doesn't come about must be known as such before the engine stops waiting.
        var limits = LineLimits()
        limits.connect = min(limits.connect, timeout / 2)
        guard let client = source.client(limits: limits) else { return nil }
        return source.opened(over: client).map {
            Running(source: source, line: wrap($0.line), meter: $0.meter, client: client)
        }
    }
}

/// A line with its account, ready to be used.
package struct OpenedLine: Sendable {
    package let line: any AcquirerLine
    package let meter: LineMeter
    /// Asks the host a question that moves no money.
    package let echo: @Sendable (AcquirerMerchant) async -> LineEcho
}

/// The one list of kinds: the line that speaks each kind's protocol, and the trace of its messages. A new kind has its
/// rows here.
extension LineDirectory.Line {
    /// The line with its account.
    ///
    /// - Returns: Nil if its account is not one that the protocol has room for.
    package func opened(over transport: any LineTransport) -> OpenedLine? {
        switch definition.kind {
        case .worldpay:
            let account = WorldpayAccount(
                user: definition.user, password: secret.text,
                reportGroup: definition.reportGroup ?? "Coster", currency: definition.currency)
            return account.map { account in
                let line = WorldpayLine(account, over: transport, now: SystemClock.engine.now)
                return OpenedLine(
                    line: line, meter: line.meter, echo: { await line.echo(as: $0) })
            }
        case .cybersource:
            let account = CybersourceAccount(
                merchantID: definition.user, secret: secret.text,
                host: definition.address.authority, path: definition.address.path,
                currency: definition.currency)
            return account.map { account in
                let line = CybersourceLine(account, over: transport, now: SystemClock.engine.now)
                return OpenedLine(
                    line: line, meter: line.meter, echo: { await line.echo(as: $0) })
            }
        }
    }

    /// Takes a message of the line's protocol apart, masked.
    package func trace(_ message: [UInt8]) -> LineTrace {
        switch definition.kind {
        case .worldpay: LineTrace.worldpay(message)
        case .cybersource: LineTrace.cybersource(message)
        }
    }
}

extension LineDirectory.Line {
    /// Whether the line's roots and its client certificate can be used.
    var hasUsableTLS: Bool {
        LineEndpoint.tls(roots: definition.roots, identity: secret.identity) != nil
    }

    /// The client of the line's host; nil if its roots or its client certificate can't be used.
    package func client(limits: LineLimits = LineLimits()) -> LineClient? {
        LineEndpoint(definition.address, roots: definition.roots, identity: secret.identity).map {
            LineClient($0, limits: limits, now: SystemClock.engine.now)
        }
    }
}
