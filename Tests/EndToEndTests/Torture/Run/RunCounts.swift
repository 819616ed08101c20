/// The counts of a run, and whether they are enough: a run in which nothing works breaks no promise.
///
/// Each floor is a share of the customers that were driven, and never of the time, which a slow machine fills with
/// less. The shares are far below what the worst run has shown, mostly a tenth of it: they tell a run in which something
/// did not work from one with bad luck, and say nothing of how well it worked.
struct RunCounts: Sendable, Hashable {
    /// What came of the customers of one dialect.
    struct Dialect: Sendable, Hashable {
        var customers = 0
        /// Payments, and credits, that were approved.
        var approvals = 0
        var captures = 0
        var refunds = 0
        /// Holds that were given up, and whatever was voided.
        var givenBack = 0
    }

    /// Of so many customers, one at least must have come so far.
    private enum OneOf {
        static let approvals = 50
        static let repetitions = 100
        static let resolved = 200
        static let reads = 100
        static let turnedDown = 800
        static let renewals = 400
    }

    /// Of so many payments, one at least must have come so far. While the acquirer's line is down, many customers come in
    /// vain.
    private enum OneOfApprovals {
        static let captures = 100
        static let refunds = 100
        static let givenBack = 200
    }

    /// What is drawn so often on the average happens: that it does not is one chance in a hundred thousand.
    static let certainty = 12

    /// By the names of ``tortureShops``.
    var dialects: [String: Dialect] = [:]
    /// Requests that were sent again, and acknowledged.
    var repetitions = 0
    /// Unknown outcomes that were resolved.
    var resolved = 0
    /// Holds that stand beside another one of their order.
    var renewals = 0
    /// Reads of the money equation.
    var reads = 0
    /// What the acquirer refused of captures, refunds, releases and voids; nil where it was to refuse none.
    var turnedDown: Int?
    /// What was approved over each line; nothing where there are none.
    var lines: [String: Int] = [:]
    /// How often a fault was drawn; the weights by which; and how often each happened.
    var draws = 0
    var weights: [Nemesis.Fault: Int] = [:]
    var faults: [Nemesis.Fault: Int] = [:]

    /// What is missing, in words; nothing where the run has shown enough.
    var missing: [String] {
        let all = dialects.values.reduce(into: Dialect()) { $0.add($1) }
        var floors = [
            // A kill takes longer than many customers: fewer of them means that nobody was served in between.
            Floor("customers", all.customers, max(1, faults[.kill] ?? 0)),
            Floor("repetitions acknowledged", repetitions, share(OneOf.repetitions, all)),
            Floor("unknown outcomes resolved", resolved, share(OneOf.resolved, all)),
            Floor("reads of the money equation", reads, share(OneOf.reads, all)),
            // So few are renewed, and refused, that a run of few customers may see none by chance.
            Floor("holds renewed", renewals, all.customers / OneOf.renewals),
        ]
        if let turnedDown {
            floors.append(
                Floor("refused by the acquirer", turnedDown, all.customers / OneOf.turnedDown))
        }
        floors += Self.floors(all, "in all: ", smallest: 1)
        for (name, dialect) in dialects.sorted(by: { $0.key < $1.key }) {
            // Shops are drawn evenly: a fourth of the even share is out of reach of chance.
            let even = all.customers / max(1, dialects.count)
            floors.append(Floor("\(name): customers", dialect.customers, even / 4))
            floors += Self.floors(dialect, "\(name): ", smallest: 0)
        }
        floors += lines.sorted { $0.key < $1.key }.map { line, approvals in
            Floor("\(line): approvals", approvals, share(OneOf.approvals * lines.count, all))
        }
        floors += certainFaults.map { Floor($0.rawValue, faults[$0] ?? 0, 1) }
        return floors.compactMap(\.sentence)
    }

    /// The faults that were planned, and drawn so often that each must have happened.
    private var certainFaults: [Nemesis.Fault] {
        let sum = weights.values.reduce(0, +)
        return Nemesis.Fault.allCases.filter { fault in
            draws * (weights[fault] ?? 0) >= Self.certainty * max(1, sum)
        }
    }

    /// One in so many of all customers, and one at least.
    private func share(_ many: Int, _ all: Dialect) -> Int { max(1, all.customers / many) }

    private static func floors(_ dialect: Dialect, _ name: String, smallest: Int) -> [Floor] {
        let counts = [
            ("approvals", dialect.approvals, dialect.customers / OneOf.approvals),
            ("captures", dialect.captures, dialect.approvals / OneOfApprovals.captures),
            ("refunds", dialect.refunds, dialect.approvals / OneOfApprovals.refunds),
            ("given back", dialect.givenBack, dialect.approvals / OneOfApprovals.givenBack),
        ]
        return counts.map { word, count, share in
            Floor(name + word, count, max(smallest, share))
        }
    }

    /// A count, and the least that it must be.
    private struct Floor {
        let what: String
        let count: Int
        let least: Int

        init(_ what: String, _ count: Int, _ least: Int) {
            self.what = what
            self.count = count
            self.least = least
        }

        /// Nil where it is enough.
        var sentence: String? { count < least ? "\(what) \(count), not \(least)" : nil }
    }
}

extension RunCounts.Dialect {
    /// What the clients of a dialect were told.
    init(_ payments: [ClientPayment]) {
        let done = payments.flatMap(\.operations).filter { $0.answer == .acknowledged }
        customers = payments.count
        approvals = payments.count { $0.answer == .acknowledged }
        captures = done.count { $0.kind == .capture }
        refunds = done.count { $0.kind == .refund }
        givenBack = done.count { [.release, .void, .refundVoid].contains($0.kind) }
    }

    fileprivate mutating func add(_ other: Self) {
        customers += other.customers
        approvals += other.approvals
        captures += other.captures
        refunds += other.refunds
        givenBack += other.givenBack
    }

    /// All of it, for people.
    var figures: String {
        "customers \(customers), approvals \(approvals), captures \(captures), refunds \(refunds), "
            + "given back \(givenBack)"
    }
}
