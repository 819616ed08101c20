import Testing

@Suite(
    "coster pay radial", .timeLimit(.minutes(20)), .server(["COSTER_ACQUIRER_TIMEOUT_SECONDS": "3"])
)
struct PayCommandTests {
    private let server: RunningServer

    init() throws {
        server = try #require(RunningServer.ofSuite)
    }

    /// What is asked for, how it ends, and what is printed.
    struct Visit: Sendable, CustomTestStringConvertible {
        let flags: [String]
        let exit: Int32
        let says: [String]

        var testDescription: String { flags.joined(separator: " ") }
    }

    private static let visits = [
        Visit(flags: [], exit: 0, says: ["authorized"]),
        Visit(flags: ["--card", "amex", "--capture"], exit: 0, says: ["authorized", "captured"]),
        Visit(flags: ["--card", "mastercard", "--void"], exit: 0, says: ["authorized", "voided"]),
        Visit(
            flags: ["--card", "discover", "--refund", "5.00"], exit: 0,
            says: ["authorized", "captured", "refunded"]),
        Visit(
            flags: ["--amount", "250", "--currency", "JPY", "--capture"], exit: 0,
            says: ["authorized", "captured"]),
        Visit(flags: ["--verbose"], exit: 0, says: ["POST /v1.0/stores", "HTTP 200"]),
        Visit(flags: ["--amount", "7000.05"], exit: 1, says: []),
        Visit(flags: ["--amount", "7000.51", "--capture"], exit: 1, says: []),
        Visit(flags: ["--amount", "7100.01"], exit: 3, says: []),
        Visit(flags: ["--refund", "15.00"], exit: 2, says: ["captured"]),
    ]

    @Test("each flag does what it says, and the exit code gives the outcome", arguments: visits)
    func visit(_ visit: Visit) async throws {
        let run = try await CommandRun.coster(
            [
                "pay", "radial", "--url", "http://127.0.0.1:\(server.port)", "--data",
                server.folder,
            ] + visit.flags)
        #expect(run.ending == .exited(visit.exit), "\(run.output) \(run.errors)")
        for word in visit.says { #expect(run.output.contains(word)) }
        #expect(run.errors.isEmpty == (visit.exit == 0))
    }

    @Test("a server that is not there is exit code 69")
    func unreachable() async throws {
        try await TemporaryFolder.lend { place in
            let run = try await CommandRun.coster([
                "pay", "radial", "--url", "http://127.0.0.1:1", "--data", place.path,
            ])
            #expect(run.ending == .exited(69), "\(run.errors)")
            #expect(run.errors.contains("coster serve --sandbox"))
        }
    }

    @Test(
        "a reply of another protocol is reported by its status, with what to check",
        arguments: ["radial", "vantiv", "instamed", "cardconnect", "native"])
    func stranger(_ dialect: String) async throws {
        let url = "http://127.0.0.1:\(server.port)/nowhere"
        let run = try await expect(2, ["pay", dialect, "--url", url, "--data", server.folder])
        #expect(run.errors.contains("HTTP 404"), "\(run.errors)")
        #expect(run.errors.contains("Check that --url"), "\(run.errors)")
    }

    @Test("a token of another sandbox is refused by this one")
    func foreignSandbox() async throws {
        try await TemporaryFolder.lend { place in
            let run = try await CommandRun.coster([
                "pay", "radial", "--url", "http://127.0.0.1:\(server.port)", "--data", place.path,
            ])
            #expect(run.ending == .exited(2))
            #expect(run.errors.contains("InvalidWalletPaymentException"))
        }
    }
}
