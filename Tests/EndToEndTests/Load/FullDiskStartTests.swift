import Foundation
import Glibc
import PaymentDomain
import Programs
import Testing

@Suite("A disk that was full when a server was started", .timeLimit(.minutes(20)))
struct FullDiskStartTests {
    @Test("a start that cannot end what a killed server began says what to look at")
    func afterKill() async throws {
        try await TemporaryFolder.lend { place in
            let shim = try FaultShimControl(path: "\(place.path)/control")
            let killed = try await RunningServer.start(
                place.path, ["COSTER_ACQUIRER_TIMEOUT_SECONDS": "60"])
            let shop = RadialShop(server: killed)
            let message = try shop.wallet(try dollars("7100.03"), order: newName())
            async let unanswered = shop.send(message)
            try await EachDatabase.untilHeld(killed)
            await killed.kill()
            _ = try? await unanswered

            // Room for the index of SQLite's log, which is made again, and none for a page in the log.
            shim.set(.bytesLeft, 32_768 + 256)
            shim.set(.diskHasEnd, 1)
            let errors = "\(place.path)/errors"
            let full = try Child(
                Child.Launch(
                    program: Places.coster,
                    arguments: [
                        "serve", "--sandbox", "--listen", "127.0.0.1:0", "--data", place.path,
                    ], environment: shim.environment, errorFile: errors))
            #expect(await full.firstLine() == nil)
            full.signal(SIGKILL)
            #expect(await full.ending() == .exited(78))
            let said = try String(contentsOfFile: errors, encoding: .utf8)
            #expect(said.contains("free space"), "\(said)")

            let next = try await RunningServer.start(place.path)
            #expect(try await EachDatabase.settled(next).disagreements.isEmpty)
            #expect(await next.stop() == .exited(0))
        }
    }
}
