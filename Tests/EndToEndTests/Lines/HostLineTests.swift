import LineHosts
import Testing

@Suite(
    "A server with a line to a host that speaks ISO 8583",
    .enabled(
        if: LineHost.Acquirer.iso8583.isInstalled,
        "needs pyiso8583, which scripts/install-clients installs"),
    .timeLimit(.minutes(20)))
struct HostLineTests {
    private func coster(_ words: String, _ server: RunningServer) async throws {
        let words = words.split(separator: " ").map(String.init)
        try await expect(0, words + ["--data", server.folder])
    }

    /// Lends a sandbox with the line, once its link is up.
    private func lend(
        to host: LineHost, _ body: (RunningServer) async throws -> Void
    ) async throws {
        try await RunningServer.lend { server in
            try await coster(
                "line create direct --kind iso8583 --host 127.0.0.1:\(host.port) --test --allow-plaintext-line --profile spec87-ascii",
                server)
            try await has(#"coster_line_links_up{line="direct"} 1"#, "/metrics", server)
            try await body(server)
        }
    }

    /// Waits until a page of the server has a line.
    private func has(_ line: String, _ path: String, _ server: RunningServer) async throws {
        let isThere = try await TortureClock.until(within: .seconds(60)) {
            try await server.get(path).text.split(separator: "\n").contains { $0 == line }
        }
        #expect(isThere, "\(path) without \(line)")
    }

    @Test("opens other links when the line changes, and signs off when it stops")
    func change() async throws {
        let host = try await LineHost.start(.iso8583)
        try await lend(to: host) { server in
            try await coster("line change direct --links 3", server)
            try await has(#"coster_line_links_up{line="direct"} 3"#, "/metrics", server)
            // Each link signed on; the one before closed without a sign-off, which the new ones might suffer from.
            #expect(try await host.state().counters?["0800"] == 4)
        }
        #expect(try await host.state().counters?["0800"] == 7)
    }

    @Test("names the line in its readiness while no link is up")
    func readiness() async throws {
        let host = try await LineHost.start(.iso8583)
        try await lend(to: host) { server in
            await host.stop()
            try await has("line direct is down", "/health/ready", server)
            try await has(#"coster_line_down{line="direct"} 1"#, "/metrics", server)
        }
    }
}
