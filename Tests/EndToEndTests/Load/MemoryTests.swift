import Foundation
import Glibc
import Testing

@Suite("The memory of a server", .timeLimit(.minutes(20)))
struct MemoryTests {
    /// What the threat model names: the keys that the server works with, in the form in which it computes. A sandbox's own
    /// Apple signs sessions with the simulator's key.
    private static let inUse: Set = [
        "the master key as it is is in memory",
        "the merchant's key backwards as it is is in memory",
        "the merchant's RSA key backwards as it is is in memory",
        "the signer's key backwards as it is is in memory",
    ]

    @Test(
        "an image of an idle server holds no card number, cryptogram or credential, and no key but those in use",
        .enabled("gcore is not there, or the system does not let it trace") {
            try await MemoryImage.canBeTaken()
        })
    func image() async throws {
        let settings = [
            "COSTER_ACQUIRER_TIMEOUT_SECONDS": "2", "COSTER_WIPE_IDLE_STACKS": "true",
        ]
        try await RunningServer.lend(settings) { server in
            let own = try await OwnMerchant.setUp(on: server)
            try await own.pay(server)
            _ = try await EveryWayToPay(server: server).pay()
            _ = try await EachDatabase.settled(server)
            // It wipes its stacks when it has been idle for half a second: looks must not keep it busy.
            for _ in 0..<16 { try await server.glance(milliseconds: 300) }
            let image = try await MemoryImage.take(of: server.pid)
            let scan = SecretScan(try Secret.all(of: server) + own.secrets)
            let findings = Set(image.findings(scan))
            #expect(findings.subtracting(Self.inUse).isEmpty)
        }
    }

    @Test(
        "no signal interrupts a server's threads unless wipe-idle-stacks is set",
        arguments: [false, true])
    func stacks(isSet: Bool) async throws {
        try await RunningServer.lend(isSet ? ["COSTER_WIPE_IDLE_STACKS": "true"] : [:]) { server in
            let status = try String(
                contentsOfFile: "/proc/\(server.pid)/status", encoding: .utf8)
            let caught = try #require(
                status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") })
            let mask = try #require(UInt64(caught.dropFirst(7).trimmingPrefix(/\s+/), radix: 16))
            #expect((mask >> UInt64(SIGPROF - 1) & 1 == 1) == isSet)
        }
    }

    @Test("others of the same user can neither trace it nor read its memory or environment")
    func dumpable() async throws {
        try await RunningServer.lend { server in
            // The system gives what lies under /proc to root where a process may not be dumped.
            for name in ["mem", "environ", "maps"] {
                var facts = stat()
                #expect(stat("/proc/\(server.pid)/\(name)", &facts) == 0)
                #expect(facts.st_uid == 0)
            }
            let limits = try String(contentsOfFile: "/proc/\(server.pid)/limits", encoding: .utf8)
            let core = try #require(limits.split(separator: "\n").first { $0.contains("core") })
            #expect(core.split(separator: " ").dropFirst(4).prefix(2) == ["0", "0"])
        }
    }
}
