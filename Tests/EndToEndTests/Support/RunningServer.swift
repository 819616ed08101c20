import AppleSimulator
import Foundation
import Glibc
import PaymentDomain
import Programs
import Testing

/// A sandbox server: the real program, in a process of its own.
final class RunningServer: Sendable {
    /// The server of a suite with ``ServerTrait``.
    @TaskLocal static var ofSuite: RunningServer?

    static let merchantIdentifier = "merchant.coster.sandbox"
    static let apiKey = "sandbox-radial"
    static let store = "SANDBOX"

    let folder: String
    let port: Int
    /// A phone that pays the sandbox's merchant, with the keys of this data folder.
    let device: SimulatedDevice
    private let child: Child

    private init(folder: String, port: Int, device: SimulatedDevice, child: Child) {
        self.folder = folder
        self.port = port
        self.device = device
        self.child = child
    }

    /// Where a server's standard error goes: beside the books, as an operator might have it.
    static func logFile(_ folder: String) -> String { "\(folder)/server.log" }

    /// Starts a server and waits until it is ready.
    ///
    /// - Parameters:
    ///   - starter: A program that becomes the server, with its arguments before the server's.
    ///   - port: Where it listens; 0 for any port that is free.
    ///   - isSandbox: Whether it is a sandbox.
    static func start(
        _ folder: String, _ environment: [String: String] = [:], by starter: [String] = [],
        port: Int = 0, isSandbox: Bool = true
    ) async throws -> RunningServer {
        let mode = isSandbox ? ["--sandbox"] : []
        let words =
            starter + [Places.coster, "serve", "--listen", "127.0.0.1:\(port)", "--data", folder]
            + mode
        let child = try Child(
            Child.Launch(
                program: words[0], arguments: Array(words.dropFirst()), environment: environment,
                errorFile: logFile(folder)))
        let line = await child.firstLine() ?? ""
        let isReady = ["http", "https"].contains {
            line.hasPrefix("coster: ready on \($0)://127.0.0.1:")
        }
        guard isReady, let port = line.split(separator: ":").last.flatMap({ Int($0) })
        else {
            child.signal(SIGKILL)
            let log = try String(contentsOfFile: logFile(folder), encoding: .utf8)
            throw NotReady(line: line, log: log)
        }
        let store = SimulatedAppleStore(directory: folder)
        let device = SimulatedDevice(
            apple: try store.apple(), merchant: try store.merchant(merchantIdentifier))
        return RunningServer(folder: folder, port: port, device: device, child: child)
    }

    /// Lends a server with a fresh folder; it stops in the end, and its books must be sound then.
    static func lend(
        _ environment: [String: String] = [:],
        _ body: (RunningServer) async throws -> Void
    ) async throws {
        try await TemporaryFolder.lend { folder in
            let server = try await start(folder.path, environment)
            do {
                try await body(server)
            } catch {
                await server.kill()
                throw error
            }
            #expect(await server.stop() == .exited(0), "SIGTERM drains and exits 0")
            try await expectSoundDatabase(folder.path)
        }
    }

    /// Asks it to stop, and waits.
    func stop() async -> Child.Ending {
        child.signal(SIGTERM)
        return await child.ending()
    }

    /// Asks it to stop.
    func terminate() {
        child.signal(SIGTERM)
    }

    /// Kills it as a power cut does, and waits.
    @discardableResult
    func kill() async -> Child.Ending {
        child.signal(SIGKILL)
        return await child.ending()
    }

    /// Kills it from a thread that cannot wait.
    func killNow() {
        child.signal(SIGKILL)
    }

    /// Waits for its end, whoever causes it.
    func ending() async -> Child.Ending { await child.ending() }

    /// What it has printed.
    var output: [UInt8] { child.output }

    /// Its number among the processes.
    var pid: Int32 { child.pid }

    /// Reads one of its own pages.
    func get(_ path: String) async throws -> HTTPReply {
        let port = port
        return try await onThread { try HTTPConnection(port: port).exchange("GET", path) }
    }

    /// Asks whether the server is ready until it answers as it should.
    func wait(forReadiness status: Int) async throws {
        let tries = 3_000
        for _ in 0..<tries {
            if try await get("/health/ready").status == status { return }
            try await glance()
        }
        throw StillWaiting()
    }

    /// Looks at the server, and waits a moment for what it does beside.
    func glance(milliseconds: Int32 = 20) async throws {
        let port = port
        try await onThread {
            let connection = try HTTPConnection(port: port)
            _ = try connection.exchange("GET", "/health/live")
            connection.listen(milliseconds: milliseconds)
        }
    }
}

/// A server that did not start.
struct NotReady: Error {
    let line: String
    let log: String
}

/// Gives a suite one server for all its tests.
struct ServerTrait: SuiteTrait, TestScoping {
    let environment: [String: String]

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await RunningServer.lend(environment) { server in
            try await RunningServer.$ofSuite.withValue(server) { try await function() }
        }
    }
}

extension Trait where Self == ServerTrait {
    /// One server for all tests of the suite.
    static func server(_ environment: [String: String] = [:]) -> ServerTrait {
        ServerTrait(environment: environment)
    }
}
