import Foundation
import Glibc
import Testing

@Suite("A server and the signals that it is sent", .timeLimit(.minutes(20)))
struct SignalTests {
    @Test(
        "a crash, and SIGQUIT, end it at once, without a report of its memory",
        arguments: [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV])
    func crash(signal: Int32) async throws {
        try await TemporaryFolder.lend { place in
            // Whoever sets this wants reports of all programs; a server gives none.
            let server = try await RunningServer.start(
                place.path, ["SWIFT_BACKTRACE": "enable=yes,color=no"])
            kill(server.pid, signal)
            #expect(await server.ending() == .killed(signal))
            let log = try String(
                contentsOfFile: RunningServer.logFile(place.path), encoding: .utf8)
            for word in ["Backtrac", "crashed", "Registers"] {
                #expect(!log.contains(word), "\(word)")
            }
        }
    }

    @Test("SIGHUP ends it as SIGTERM does, unless it was started to outlive its terminal")
    func hangUp() async throws {
        try await TemporaryFolder.lend { place in
            let server = try await RunningServer.start(place.path)
            kill(server.pid, SIGHUP)
            #expect(await server.ending() == .exited(0))
            let outliving = try await RunningServer.start(place.path, by: ["/usr/bin/nohup"])
            kill(outliving.pid, SIGHUP)
            #expect(try await outliving.get("/health/ready").status == 200)
            #expect(await outliving.stop() == .exited(0))
        }
    }

    @Test("a server whose acquirer is elsewhere ends with SIGTERM as any other does")
    func acquirerElsewhere() async throws {
        try await TemporaryFolder.lend { place in
            let server = try await RunningServer.start(
                place.path, ["COSTER_SANDBOX_ACQUIRER": "127.0.0.1:9"])
            kill(server.pid, SIGTERM)
            #expect(await server.ending() == .exited(0))
        }
    }
}
