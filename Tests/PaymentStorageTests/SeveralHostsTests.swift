import StorageFixtures
import Foundation
import Testing

@testable import PostgreSQLDatabase

@Suite("A database of several hosts", .timeLimit(.minutes(5)))
struct SeveralHostsTests {
    @Test(
        "is tried host by host, each with its own port",
        arguments: [
            ("postgres://u@a/x", [[:]]),
            ("postgres://u@a:6432/x", [[:]]),
            (
                "postgres://u@a,b/x",
                [["host": "a", "port": "5432"], ["host": "b", "port": "5432"]]
            ),
            (
                "postgres://u@a,b:6432/x",
                [["host": "a", "port": "5432"], ["host": "b", "port": "6432"]]
            ),
            ("postgres:///x?host=a,b&port=7", [["host": "a"], ["host": "b"]]),
            (
                "postgres:///x?host=a,b&hostaddr=10.0.0.1,10.0.0.2",
                [
                    ["host": "a", "hostaddr": "10.0.0.1"],
                    ["host": "b", "hostaddr": "10.0.0.2"],
                ]
            ),
            ("postgres:///x?host=a,,b", [[:]]),
            ("postgres:///x?host=a,b&port=1,2,3", [[:]]),
        ] as [(String, [[String: String]])])
    func attempts(url: String, expected: [[String: String]]) throws {
        let address = try #require(PostgreSQLAddress(url))
        let hostWords: Set = ["host", "hostaddr", "port"]
        let found = address.attempts.map { attempt in
            Dictionary(
                uniqueKeysWithValues: attempt.filter { hostWords.contains($0.keyword) }
                    .map { ($0.keyword, $0.value) })
        }
        #expect(found == expected)
        #expect(address.attempts.allSatisfy { $0.contains { $0 == ("dbname", url) } })
    }

    @Test(
        "is reached although the first host says nothing, and though it refuses",
        .enabled(
            if: TestedDatabase.url?.contains("?host=/") == true,
            "needs the server of scripts/with-postgres"),
        arguments: [true, false])
    func silentHost(isSilent: Bool) throws {
        let url = try #require(TestedDatabase.url)
        let host = try SilentHost(listens: isSilent)
        let both = url.replacing("?host=", with: "?host=127.0.0.1,")
        let address = try #require(
            PostgreSQLAddress("\(both)&port=\(host.port),5432&sslmode=disable"))
        let wire = try LibPQConnection(address)
        #expect(try wire.execute("SELECT 1") == ["1"])
    }
}

extension SeveralHostsTests {
    @Test("says of each host why it was not to be had")
    func reasons() throws {
        let hosts = try [SilentHost(listens: false), SilentHost(listens: false)]
        let ports = hosts.map { "\($0.port)" }
        let address = try #require(
            PostgreSQLAddress(
                "postgres://u:5ec12e7@127.0.0.1,127.0.0.1/x?port=\(ports.joined(separator: ","))"))
        let failure = #expect(throws: PostgreSQLFailure.self) { _ = try LibPQConnection(address) }
        let reason = try #require(failure?.reason)
        let parts = reason.split(separator: "127.0.0.1")
        #expect(parts.count == 3 && !reason.contains("5ec12e7"), "\(reason)")
        for (port, part) in zip(ports, parts.dropFirst()) {
            #expect(part.contains(port) && part.contains("refused"), "\(reason)")
        }
        withExtendedLifetime(hosts) {}
    }
}

/// A port whose connections are taken by the system and answered by no one; or one that refuses.
final class SilentHost {
    let descriptor: Int32
    let port: UInt16

    init(listens: Bool) throws {
        let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        descriptor = made
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(made, generic, size) == 0
                    && getsockname(made, generic, &size) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        try #require(isBound)
        if listens { try #require(listen(descriptor, 16) == 0) }
    }

    deinit { close(descriptor) }
}
