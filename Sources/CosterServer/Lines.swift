import AcquirerKit
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
        let client: LineClient
    }

    private let directory: CurrentDirectory
    /// The line of a sandbox; nil in production.
    private let sandbox: (any AcquirerLine)?
    /// Stands around each line: a crash point of a test.
    private let wrap: @Sendable (any AcquirerLine) -> any AcquirerLine
    private let running = Mutex<[LineID: Running]>([:])

    init(
        _ directory: CurrentDirectory, sandbox: (any AcquirerLine)?,
        wrap: @escaping @Sendable (any AcquirerLine) -> any AcquirerLine
    ) {
        self.directory = directory
        self.sandbox = sandbox.map(wrap)
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

    /// Whether payments can go anywhere: a line that nobody has asked yet counts as up.
    var isUsable: Bool {
        let down = Set(down)
        return all.contains { !down.contains($0) }
    }

    private func start(_ source: LineDirectory.Line) -> Running? {
        guard let client = source.definition.client() else { return nil }
        return LineDirectory.line(source, over: client).map {
            Running(source: source, line: wrap($0), client: client)
        }
    }
}

extension LineDirectory {
    /// The one list of kinds: the line that speaks each kind's protocol. A new kind has its row here.
    ///
    /// - Returns: Nil if its account is not one that the protocol has room for.
    static func line(_ source: Line, over transport: any LineTransport) -> (any AcquirerLine)? {
        let definition = source.definition
        switch definition.kind {
        case .worldpay:
            return WorldpayAccount(
                user: definition.user, password: source.secret.text,
                reportGroup: definition.reportGroup ?? "Coster", currency: .usd
            ).map { WorldpayLine($0, over: transport, now: SystemClock.engine.now) }
        }
    }
}

extension LineDefinition {
    /// The client of the line's host; nil if its address or its roots can't be used.
    func client() -> LineClient? {
        let pinned = roots.map { LineEndpoint.Roots.pinned(Array($0.utf8)) }
        let endpoint = try? LineEndpoint(
            url: "\(address)", isTest: mode == .test, roots: pinned ?? .ofSystem)
        return endpoint.map { LineClient($0, now: SystemClock.engine.now) }
    }
}
