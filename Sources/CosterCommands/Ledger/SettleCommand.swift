import ArgumentParser
import CosterServer
import PaymentDomain
import PaymentEngine

/// `coster settle`: close the batch.
struct SettleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settle",
        abstract: "Close the open batch, which settles its captures and refunds.",
        discussion: Examples.text(["coster settle", "coster settle --json"]))

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: JSONOutput

    func run() async throws {
        let store = try await database.open()
        let progress = ProgressLine(work: "Settling")
        let batch = try await DatabaseSession.closeBatch(store) {
            progress.show($0, "captures and refunds")
        }
        progress.end()
        let facts = BatchFacts(batch, closedAt: nil)
        if output.json { return try JSONOutput.print(facts) }
        print(
            "batch \(batch.number) closed: \(batch.captures.counted("capture")), \(batch.refunds.counted("refund"))"
        )
        for net in facts.net { print("  net \(net.amount) \(net.currency)") }
    }
}

/// `coster batches`: the closed batches.
struct BatchesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batches", abstract: "List the newest closed batches.",
        discussion: Examples.text(["coster batches", "coster batches --limit 3 --json"]))

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: JSONOutput

    @Option(help: "How many are listed.")
    var limit = 20

    func validate() throws { try ListLimit.require(limit) }

    func run() async throws {
        let batches = try await database.open().recentBatches(limit).map {
            BatchFacts($0.summary, closedAt: $0.closedAt)
        }
        if output.json { return try JSONOutput.print(batches) }
        var table = TextTable(
            .init("batch", isNumber: true), .init("closed"), .init("captures", isNumber: true),
            .init("refunds", isNumber: true), .init("net"))
        for batch in batches {
            table.add(
                String(batch.batch), batch.closedAt ?? "", String(batch.captures),
                String(batch.refunds),
                batch.net.map { "\($0.amount) \($0.currency)" }.joined(separator: ", "))
        }
        table.print()
    }
}

/// A closed batch for a machine.
private struct BatchFacts: Encodable {
    let batch: Int64
    let closedAt: String?
    let captures: Int
    let refunds: Int
    /// Captures less refunds, by currency.
    let net: [Net]

    struct Net: Encodable {
        let currency: String
        /// In major units; negative if more was refunded than captured.
        let amount: String
    }

    init(_ batch: BatchSummary, closedAt: Timestamp?) {
        self.batch = batch.number
        self.closedAt = closedAt?.iso8601
        captures = batch.captures
        refunds = batch.refunds
        net = batch.netByCurrency.sorted { $0.key.code < $1.key.code }.map { currency, net in
            // A batch may come to more than an amount can be.
            let sign = net < 0 ? "-" : ""
            return Net(currency: currency.code, amount: sign + currency.decimal(net.magnitude))
        }
    }
}
