import Foundation
import PaymentDomain
import Programs
import Testing

@Suite("The fault shim", .timeLimit(.minutes(20)))
struct FaultShimTests {
    private func lend(
        _ body: (TemporaryFolder, FaultShimControl) async throws -> Void
    ) async throws {
        try await TemporaryFolder.lend { folder in
            try await body(folder, try FaultShimControl(path: "\(folder.path)/control"))
        }
    }

    private func run(
        _ shim: FaultShimControl, _ program: String, _ arguments: [String]
    ) async throws -> CommandRun {
        try await CommandRun.run(program, arguments, environment: shim.environment)
    }

    @Test("moves the clock, forward and back", arguments: [-90_000, 0, 250_500])
    func clock(_ offset: Int64) async throws {
        try await lend { _, shim in
            shim.set(.clockOffset, offset)
            let before = presentTime().milliseconds
            let run = try await run(shim, "/bin/date", ["+%s%3N"])
            let told = try #require(
                Int64(run.output.trimmingCharacters(in: .whitespacesAndNewlines)))
            let after = presentTime().milliseconds
            #expect(before + offset - 1 <= told && told <= after + offset + 1)
        }
    }

    @Test("a full disk takes the part that fits and refuses the rest, in the payments' file alone")
    func fullDisk() async throws {
        try await lend { folder, shim in
            shim.set(.diskHasEnd, 1)
            shim.set(.bytesLeft, 2_500)
            func fill(_ name: String) async throws -> (CommandRun, Int) {
                let file = "\(folder.path)/\(name)"
                let run = try await run(
                    shim, "/bin/dd", ["if=/dev/zero", "of=\(file)", "bs=1000", "count=5"])
                return (run, try Data(contentsOf: URL(filePath: file)).count)
            }
            let (full, size) = try await fill("coster.sqlite-wal")
            #expect(full.ending == .exited(1) && full.errors.contains("No space left"))
            #expect(size == 2_500)
            #expect(shim.get(.refusedWrites) > 0)
            let (other, otherSize) = try await fill("other")
            #expect(other.ending == .exited(0) && otherSize == 5_000)
        }
    }

    @Test("a sync fails, of the payments' file alone")
    func failedSync() async throws {
        try await lend { folder, shim in
            shim.set(.syncFails, 1)
            for (name, ending) in [
                ("coster.sqlite", Child.Ending.exited(1)), ("other", .exited(0)),
            ] {
                let run = try await run(
                    shim, "/bin/dd",
                    ["if=/dev/zero", "of=\(folder.path)/\(name)", "count=1", "conv=fsync"])
                #expect(run.ending == ending, "\(run.errors)")
            }
            #expect(shim.get(.failedSyncs) == 1)
        }
    }
}

@Suite("A disk that fails under a server", .timeLimit(.minutes(20)))
struct FailingDiskTests {
    private func lend(
        _ body: @Sendable (Cluster, Node, RunningServer) async throws -> Void
    ) async throws {
        try await Cluster.lend(on: .sqlite, seed: 1) { cluster in
            let node = cluster.nodes[0]
            try await body(cluster, node, try #require(node.server))
        }
    }

    /// Sends a payment, whose reply must be 503; its order.
    private func refused(_ server: RunningServer) async throws -> RadialMessage {
        let message = try RadialShop(server: server).wallet(try dollars("14.99"), order: newName())
        let reply = try await RadialShop(server: server).send(message)
        #expect(reply.status == 503, "\(reply.text)")
        return message
    }

    @Test("a full disk is answered with 503, and leaves nothing half done")
    func full() async throws {
        try await lend { cluster, node, server in
            node.shim.set(.bytesLeft, 0)
            node.shim.set(.diskHasEnd, 1)
            let message = try await refused(server)
            #expect(node.shim.get(.refusedWrites) > 0)
            #expect(cluster.host.database.accounts.isEmpty, "nothing left for the acquirer")
            node.shim.mendDisk()
            let reply = try await RadialShop(server: server).send(message)
            #expect(reply.element("AuthorizationResponseCode") == "AP01", "\(reply.text)")
            #expect(try await cluster.database.payments().count == 1)
            #expect(try await cluster.audit().ending == .exited(0))
        }
    }

    @Test("a failed sync is answered with 503, and a new start ends what was begun")
    func failedSync() async throws {
        try await lend { cluster, node, server in
            node.shim.set(.syncFails, 1)
            let message = try await refused(server)
            #expect(node.shim.get(.failedSyncs) > 0)
            #expect(cluster.host.database.accounts.isEmpty, "nothing left for the acquirer")
            node.shim.mendDisk()
            await node.kill()
            try await node.start()
            let restarted = try #require(node.server)
            let shop = RadialShop(server: restarted)
            // What was not synced may have reached the file nevertheless; then it is found abandoned, and undone.
            let reply = try await shop.send(message)
            let answer = reply.element("AuthorizationResponseCode") ?? ""
            #expect(["AP01", "TO01"].contains(answer), "\(reply.text)")
            _ = try await shop.approved(try dollars("14.99"))
            let isResolved = try await TortureClock.until(within: Torture.resolution) {
                try await cluster.database.open().isNothing
            }
            #expect(isResolved)
            let held = cluster.host.database.accounts.values.count { $0.stands }
            #expect(held == (answer == "AP01" ? 2 : 1))
            #expect(try await cluster.audit().ending == .exited(0))
        }
    }
}
