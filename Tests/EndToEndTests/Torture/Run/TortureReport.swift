/// What a run did and found.
struct TortureReport: Sendable {
    let database: TortureDatabase
    let seed: UInt64
    var breaches: [Breach] = []
    var duration = Duration.zero
    var reads = 0
    var openAtRest = 0
    var slowestResolution = Duration.zero
    /// What the receivers got; nil without any.
    var webhooks: TortureReceivers.Figures?
    private(set) var faults: [Nemesis.Fault: Int] = [:]
    private(set) var link: [LinkWeather.Event: Int] = [:]
    private(set) var answers: [String: [Answer: Int]] = [:]
    private(set) var payments = 0
    private(set) var operations = 0
    private(set) var reversed = 0
    private(set) var repetitions = 0
    private(set) var batches = 0
    private(set) var counts = RunCounts()

    init(database: TortureDatabase, seed: UInt64) {
        self.database = database
        self.seed = seed
    }

    /// Counts what is in the books, after the reads were counted.
    mutating func count(
        _ database: ThreeLedgers, _ answers: [String: [Answer: Int]],
        _ faults: FaultCounts, _ host: AcquirerHost, _ plan: Nemesis.Plan, usesLines: Bool
    ) {
        self.answers = answers
        self.faults = faults.all
        batches = faults.batches.load(ordering: .relaxed)
        link = host.events
        payments = database.ours.count
        operations = database.ours.reduce(0) { $0 + $1.operations.count }
        reversed = database.ours.count { $0.state == .reversed }
        repetitions = host.database.repetitions
        let byDialect = Dictionary(grouping: database.clients, by: \.dialect)
        for shop in tortureShops {
            counts.dialects[shop.name] = RunCounts.Dialect(byDialect[shop.name] ?? [])
        }
        counts.repetitions = answers.reduce(0) { sum, kind in
            kind.key.hasSuffix(" again") ? sum + (kind.value[.acknowledged] ?? 0) : sum
        }
        counts.resolved = reversed
        counts.reads = reads
        counts.renewals = database.renewals
        let turnedDown = host.database.accounts.values.reduce(0) { $0 + $1.refused.count }
        counts.turnedDown = plan.refusals > 0 ? turnedDown : nil
        counts.draws = faults.draws.load(ordering: .relaxed)
        counts.weights = plan.weights
        counts.faults = faults.all
        counts.lines = host.approvals(of: usesLines ? AcquirerHost.lines.map(\.rawValue) : [])
    }

    var kills: Int { faults[.kill] ?? 0 }

    func breaches(_ kind: Breach.Kind) -> Int { breaches.count { $0.kind == kind } }

    /// All figures, for people.
    var figures: String {
        var lines = [
            "torture on \(database.rawValue), seed \(seed), \(duration.printed)",
            "  kills \(kills); other faults: "
                + Nemesis.Fault.allCases.filter { $0 != .kill && faults[$0] != nil }
                .map { "\($0.rawValue) \(faults[$0] ?? 0)" }.joined(separator: ", "),
            "  link: "
                + LinkWeather.Event.allCases.map { "\($0.rawValue) \(link[$0] ?? 0)" }
                .joined(separator: ", "),
            "  payments \(payments), operations \(operations), told again \(repetitions), "
                + "batches closed \(batches), refused by the acquirer \(counts.turnedDown ?? 0)",
        ]
        for (name, dialect) in counts.dialects.sorted(by: { $0.key < $1.key }) {
            lines.append("  \(name): \(dialect.figures)")
        }
        for (kind, told) in answers.sorted(by: { $0.key < $1.key }) {
            let parts = Answer.allCases.compactMap { answer in
                told[answer].map { "\(answer.rawValue) \($0)" }
            }
            lines.append("  \(kind): \(parts.joined(separator: ", "))")
        }
        lines += [
            "  unknown outcomes resolved \(reversed); open when all was well \(openAtRest), "
                + "all resolved after \(slowestResolution.printed)",
            counts.lines.isEmpty ? nil : "  approved by line \(counts.lines)",
            "  holds beside another one of their order \(counts.renewals)",
            "  reads with the equation checked \(reads)",
            webhooks?.line,
            "  lost \(breaches(.lost)), double \(breaches(.doubled)), refused wrongly "
                + "\(breaches(.refusedWrongly)), breaches \(breaches.count)",
        ].compactMap { $0 }
        return lines.joined(separator: "\n")
    }

    /// The figures, and the first breaches in full.
    var story: String {
        ([figures] + breaches.prefix(12).map { "\($0)" }).joined(separator: "\n")
    }
}
