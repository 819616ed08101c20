import Gateway
import Logging
import ServiceLifecycle
import Synchronization
import Testing

/// A real server on a free port of this machine, for the time of a test.
struct RunningGateway: Sendable {
    let gateway: Gateway
    let house: StubBackend
    let log: RecordedLog
    let port: Int
    private let group: ServiceGroup

    /// Runs a gateway around a body, and stops it after it, gracefully.
    ///
    /// - Parameters:
    ///   - drainTime: How long that may take; nil for far longer than it takes.
    ///   - prepare: What the gateway answers besides.
    static func run(
        house: StubBackend = StubBackend(), drainTime: Duration? = nil,
        configure: (inout GatewayConfiguration) -> Void = { _ in },
        prepare: (inout Gateway) -> Void = { _ in },
        _ body: @Sendable (RunningGateway) async throws -> Void
    ) async throws {
        var configuration = GatewayConfiguration(host: "127.0.0.1", port: 0)
        // However slow the machine is, a client is cut off by the time that its test sets alone.
        configuration.idleTimeout = .seconds(600)
        configuration.bodyTimeout = .seconds(600)
        configuration.firstRequestTimeout = .seconds(600)
        // All clients of a test have one address, and a server may see them in another order.
        configuration.newConnectionsPerAddress = 1000
        configure(&configuration)
        let log = RecordedLog()
        var gateway = Gateway(
            configuration: configuration, services: house.services, logger: log.logger)
        gateway.register(ParrotDialect())
        prepare(&gateway)
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let service: any Service = gateway.service { continuation.yield($0) }
        var parts = ServiceGroupConfiguration(services: [service], logger: log.logger)
        parts.maximumGracefulShutdownDuration = drainTime ?? .seconds(120)
        let group = ServiceGroup(configuration: parts)
        let finished = gateway
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { continuation.finish() }
                try await group.run()
            }
            if let port = await ports.first(where: { _ in true }) {
                let running = RunningGateway(
                    gateway: finished, house: house, log: log, port: port, group: group)
                do {
                    try await body(running)
                } catch {
                    house.check.open()
                    house.door.open()
                    await group.triggerGracefulShutdown()
                    throw error
                }
                house.door.open()
                await group.triggerGracefulShutdown()
            }
            try await tasks.waitForAll()
        }
        if drainTime == nil, log.all.contains(where: { $0.message.contains("drain took too long") })
        {
            Issue.record("The gateway did not stop in time.")
        }
    }

    /// What SIGTERM does.
    func beginShutdown() async {
        await group.triggerGracefulShutdown()
    }

    /// One request on a connection of its own.
    func ask(_ request: HTTPWords) async throws -> HTTPAnswer {
        try await RawClient.with(port: port) { client in
            try await client.send(request.text)
            return try await client.answer(toHead: request.method == "HEAD")
        }
    }

    /// The value of a line of `/metrics`.
    func metric(_ name: String) async throws -> Int? {
        let lines = try await ask(.get("/metrics")).body.split(separator: "\n")
        let line = lines.first { $0.hasPrefix(name + " ") }
        return line.flatMap { $0.split(separator: " ").last }.flatMap { Int($0) }
    }
}

/// A log that is kept, whole, for a look at it.
final class RecordedLog: Sendable {
    struct Line: Sendable {
        let level: Logger.Level
        let message: String
        let metadata: [String: String]

        var text: String { "\(message) \(metadata)" }
    }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { _, own in own }
            let line = Line(
                level: event.level, message: event.message.description,
                metadata: all.mapValues(\.description))
            log.lines.withLock { $0.append(line) }
        }
    }

    private let lines = Mutex<[Line]>([])

    var all: [Line] { lines.withLock { $0 } }
    var requests: [Line] { all.filter { $0.message == "request finished" } }
    var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }
}
