import Glibc
import Programs
import Synchronization

/// A server of a cluster, under whatever process it runs now.
final class Node: Sendable {
    private struct State {
        var server: RunningServer?
        var isPaused = false
        var isAsleep = false
    }

    let name: String
    let folder: String
    let shim: FaultShimControl
    /// Where it listens in every life; 0 for any port that is free.
    private let port: Int
    private let isSandbox: Bool
    private let environment: [String: String]
    private let state = Mutex(State())

    init(
        name: String, folder: String, environment: [String: String], port: Int = 0,
        isSandbox: Bool = true
    ) throws {
        self.name = name
        self.folder = folder
        self.port = port
        self.isSandbox = isSandbox
        shim = try FaultShimControl(path: "\(folder)/fault-shim-\(name)")
        self.environment = environment.merging(shim.environment) { $1 }
    }

    /// The process that runs; nil while none does.
    var server: RunningServer? { state.withLock { $0.server } }

    /// Starts it, if it does not run.
    func start() async throws {
        guard server == nil else { return }
        let started = try await RunningServer.start(
            folder, environment, port: port, isSandbox: isSandbox)
        state.withLock { $0.server = started }
    }

    /// Starts it as often as that fails, for what it needs may be down as well.
    func startAtLast(within patience: Duration) async throws {
        let start = ContinuousClock.now
        while true {
            do {
                return try await self.start()
            } catch {
                guard ContinuousClock.now - start < patience else { throw error }
                await TortureClock.pause(.milliseconds(200))
            }
        }
    }

    /// Kills it, wherever it is; false where it was dead.
    @discardableResult
    func kill() async -> Bool {
        guard let server = taken() else { return false }
        await server.kill()
        return true
    }

    /// Asks it to stop; nil where it was dead.
    func stop() async -> Child.Ending? {
        resume()
        return await taken()?.stop()
    }

    private func taken() -> RunningServer? {
        state.withLock { state in
            defer { (state.server, state.isPaused, state.isAsleep) = (nil, false, false) }
            return state.server
        }
    }

    /// Stops its threads; false where it is dead or paused already.
    func pause() -> Bool {
        state.withLock { state in
            guard let server = state.server, !state.isPaused else { return false }
            Glibc.kill(server.pid, SIGSTOP)
            state.isPaused = true
            return true
        }
    }

    /// Stops its threads for so long that no one sends it anything new; false where it is dead or paused already.
    func fallAsleep() -> Bool {
        guard pause() else { return false }
        state.withLock { $0.isAsleep = true }
        return true
    }

    /// Whether it is stopped for long.
    var isAsleep: Bool { state.withLock { $0.isAsleep } }

    /// Lets its threads go on.
    func resume() {
        state.withLock { state in
            guard let server = state.server, state.isPaused else { return }
            Glibc.kill(server.pid, SIGCONT)
            (state.isPaused, state.isAsleep) = (false, false)
        }
    }
}
