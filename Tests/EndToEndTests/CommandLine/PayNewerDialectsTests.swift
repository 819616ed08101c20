import Testing

/// One after the other: the batch is closed in between, for all payments.
@Suite(
    "coster pay instamed, cardconnect and native", .timeLimit(.minutes(20)),
    .server(["COSTER_ACQUIRER_TIMEOUT_SECONDS": "3"]),
    .serialized)
struct PayNewerDialectsTests {
    private let server: RunningServer

    init() throws {
        server = try #require(RunningServer.ofSuite)
    }

    /// What is asked for, how it ends, and what is printed.
    struct Visit: Sendable, CustomTestStringConvertible {
        let dialect: String
        let flags: [String]
        let exit: Int32
        let says: [String]

        init(_ dialect: String, _ flags: [String], exit: Int32 = 0, _ says: [String]) {
            self.dialect = dialect
            self.flags = flags
            self.exit = exit
            self.says = says
        }

        var testDescription: String { "\(dialect) \(flags.joined(separator: " "))" }
    }

    private static let visits = [
        Visit("instamed", [], ["saved", "authorized"]),
        Visit("instamed", ["--card", "amex", "--capture"], ["paid"]),
        Visit("instamed", ["--card", "mastercard", "--void"], ["authorized", "voided"]),
        Visit("instamed", ["--capture", "--void"], ["paid", "voided"]),
        Visit("instamed", ["--capture-amount", "5.00"], ["authorized", "captured    5.00"]),
        Visit("instamed", ["--refund", "5.00"], ["paid", "refunded    5.00"]),
        Visit(
            "instamed", ["--verbose"],
            ["SaveApplePayToken", "POST /payment/NVP.aspx", "HTTP 200", "transactionStatus=A"]),
        Visit("instamed", ["--amount", "10.05"], exit: 1, ["saved"]),
        Visit("instamed", ["--amount", "7100.01"], exit: 3, ["saved"]),
        Visit("instamed", ["--currency", "EUR"], exit: 64, []),
        Visit(
            "instamed", ["--refund", "1.00", "--refund-of", "00"], exit: 2, []),
        Visit("cardconnect", [], ["tokenized", "authorized", "DigitalWallet", "inquired"]),
        Visit("cardconnect", ["--card", "amex", "--capture"], ["captured", "Queued for Capture"]),
        Visit(
            "cardconnect", ["--card", "mastercard", "--void"],
            ["voided", "inquired    setlstat Voided"]),
        Visit("cardconnect", ["--capture-amount", "5.00"], ["captured    5.00"]),
        Visit(
            "cardconnect", ["--verbose"],
            [
                "POST /cardsecure/api/v1/ccn/tokenize", "PUT /cardconnect/rest/auth",
                "GET /cardconnect/rest/inquire/", "HTTP 200",
            ]),
        Visit("cardconnect", ["--amount", "7000.05"], exit: 1, ["tokenized"]),
        Visit("cardconnect", ["--amount", "7100.01"], exit: 3, ["tokenized"]),
        Visit(
            "cardconnect", ["--refund", "1.00"], ["captured", "settled", "refunded    1.00"]),
        Visit("cardconnect", ["--refund", "1.00", "--void"], exit: 64, []),
        Visit("cardconnect", ["--refund", "1.00", "--refund-of", "21"], exit: 2, []),
        Visit("cardconnect", ["--void", "--refund", "1.00", "--refund-of", "21"], exit: 64, []),
        Visit("native", [], ["authorized"]),
        Visit("native", ["--card", "amex", "--capture"], ["paid"]),
        Visit("native", ["--capture", "--void"], ["paid", "voided"]),
        Visit("native", ["--capture-amount", "5.00", "--currency", "EUR"], ["captured    5.00"]),
        Visit("native", ["--refund", "5.00"], ["paid", "refunded    5.00"]),
        Visit("native", ["--amount", "7000.05"], exit: 1, []),
        Visit("native", ["--amount", "7100.01"], exit: 3, []),
        Visit("native", ["--refund", "1.00", "--void"], exit: 64, []),
        Visit("native", ["--refund", "1.00", "--refund-of", "00"], exit: 2, []),
        Visit("radial", ["--refund", "1.00", "--refund-of", "21"], exit: 64, []),
    ]

    private func pay(_ dialect: String, _ flags: [String]) async throws -> CommandRun {
        try await CommandRun.coster(
            [
                "pay", dialect, "--url", "http://127.0.0.1:\(server.port)", "--data",
                server.folder,
            ] + flags)
    }

    @Test("each flag does what it says, and the exit code gives the outcome", arguments: visits)
    func visit(_ visit: Visit) async throws {
        let run = try await pay(visit.dialect, visit.flags)
        #expect(run.ending == .exited(visit.exit), "\(run.output) \(run.errors)")
        for word in visit.says { #expect(run.output.contains(word), "\(run.output)") }
        #expect(run.errors.isEmpty == (visit.exit == 0))
    }

    @Test("without a database whose batch could be closed, no payment is begun for a refund")
    func noDatabase() async throws {
        try await TemporaryFolder.lend { place in
            let run = try await expect(
                78,
                [
                    "pay", "cardconnect", "--refund", "1.00", "--data", place.path, "--url",
                    "http://127.0.0.1:\(server.port)",
                ])
            #expect(run.output.isEmpty)
            #expect(run.errors.contains("There is no database in "), "\(run.errors)")
        }
    }

    @Test(
        "a settled payment is refunded by the reference that was printed",
        arguments: [("cardconnect", "retref"), ("instamed", "transaction")])
    func settled(_ dialect: String, _ name: String) async throws {
        let run = try await pay(dialect, ["--amount", "9.00", "--capture"])
        let words = run.output.split { $0 == " " || $0 == "\n" }
        let index = try #require(words.firstIndex { $0 == name })
        let reference = String(words[words.index(after: index)])
        try await server.closeBatch()
        let refund = try await pay(dialect, ["--refund", "4.00", "--refund-of", reference])
        #expect(refund.ending == .exited(0) && refund.output.contains("refunded    4.00"))
        let tooMuch = try await pay(dialect, ["--refund", "5.01", "--refund-of", reference])
        #expect(tooMuch.ending == .exited(2))
    }
}
