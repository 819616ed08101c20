import Testing

@testable import ShopSimulator

@Suite(
    "coster pay vantiv", .timeLimit(.minutes(20)), .server(["COSTER_ACQUIRER_TIMEOUT_SECONDS": "3"])
)
struct PayVantivTests {
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
        Visit(flags: [], exit: 0, says: ["registered", "authorized"]),
        Visit(flags: ["--card", "amex", "--capture"], exit: 0, says: ["type AX", "captured"]),
        Visit(flags: ["--card", "mastercard", "--void"], exit: 0, says: ["type MC", "reversed"]),
        Visit(
            flags: ["--card", "discover", "--refund", "5.00"], exit: 0,
            says: ["type DI", "captured", "refunded"]),
        Visit(
            flags: ["--amount", "40.00", "--capture-amount", "15.00", "--void"], exit: 0,
            says: ["captured    15.00", "voided"]),
        Visit(
            flags: ["--amount", "12.00", "--refund", "3.00", "--void"], exit: 0,
            says: ["refunded    3.00", "voided"]),
        Visit(
            flags: ["--verbose"], exit: 0,
            says: ["POST /eProtect/paypage", "POST /vap/communicator/online", "HTTP 200"]),
        Visit(flags: ["--amount", "1.10"], exit: 1, says: ["registered"]),
        Visit(flags: ["--amount", "7000.05"], exit: 1, says: ["registered"]),
        Visit(flags: ["--amount", "7100.01"], exit: 3, says: ["registered"]),
        Visit(flags: ["--refund", "15.00"], exit: 2, says: ["captured"]),
        Visit(flags: ["--currency", "EUR"], exit: 64, says: []),
    ]

    @Test("each flag does what it says, and the exit code gives the outcome", arguments: visits)
    func visit(_ visit: Visit) async throws {
        let run = try await CommandRun.coster(
            [
                "pay", "vantiv", "--url", "http://127.0.0.1:\(server.port)", "--data",
                server.folder,
            ] + visit.flags)
        #expect(run.ending == .exited(visit.exit), "\(run.output) \(run.errors)")
        for word in visit.says { #expect(run.output.contains(word)) }
        #expect(run.errors.isEmpty == (visit.exit == 0))
    }

    @Test("a reply is shown with characters in place of XML's references")
    func references() async throws {
        let run = try await CommandRun.coster([
            "pay", "vantiv", "--url", "http://127.0.0.1:\(server.port)", "--data", server.folder,
            "--capture-amount", "20.00",
        ])
        #expect(run.ending == .exited(2))
        #expect(run.errors.contains("(>115% of the authorized amount)"), "\(run.errors)")
    }

    @Test(
        "each reference of XML is read once, and an invalid one stays as it is",
        arguments: [
            ("&lt;&gt;&quot;&apos;", "<>\"'"), ("&amp;lt;", "&lt;"), ("&#233;&#x20aC;", "é€"),
            ("&#1114112;&#x;&#;&nbsp;& ;", "&#1114112;&#x;&#;&nbsp;& ;"), ("", ""),
        ])
    func reference(written: String, read: String) {
        let reply = ShopSimulator.ShopReply(
            status: 200, body: "<a b=\"\(written)\"><c>\(written)</c></a>")
        #expect(reply.text("c") == read)
        #expect(reply.attribute("b") == read)
    }

    @Test("a token of another sandbox is refused by this one, at eProtect")
    func foreignSandbox() async throws {
        try await TemporaryFolder.lend { place in
            let run = try await CommandRun.coster([
                "pay", "vantiv", "--url", "http://127.0.0.1:\(server.port)", "--data", place.path,
            ])
            #expect(run.ending == .exited(2))
            #expect(run.errors.contains("888 Paypage Signature Verification Failed"))
        }
    }
}
