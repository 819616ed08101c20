import Testing

@Suite("The least that a torture must have seen", .timeLimit(.minutes(20)))
struct RunCountsTests {
    /// What was counted, and the words of what is missing.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var counts = RunCountsTests.short
        let missing: [String]

        init(
            _ description: String, _ missing: [String],
            _ change: (inout RunCounts) -> Void = { _ in }
        ) {
            testDescription = description
            self.missing = missing
            change(&counts)
        }
    }

    /// A short run with bad luck: a minute on SQLite, of which most was spent on starting again.
    private static var short: RunCounts {
        var counts = RunCounts()
        for name in ["A", "B", "C", "D", "E"] {
            counts.dialects[name] = RunCounts.Dialect(
                customers: 120, approvals: 20, captures: 8, refunds: 6, givenBack: 2)
        }
        counts.repetitions = 60
        counts.resolved = 60
        counts.reads = 300
        counts.renewals = 10
        counts.draws = 65
        counts.weights = [.kill: 56, .badLink: 20, .pause: 8, .failedSync: 16]
        counts.faults = [.kill: 55, .badLink: 9, .pause: 1]
        return counts
    }

    private static let rows: [Row] = [
        Row("a short run, of which one fault was never drawn", []),
        Row(
            "a run in which nothing worked",
            [
                "repetitions acknowledged 0, not 6", "unknown outcomes resolved 0, not 3",
                "reads of the money equation 0, not 6", "holds renewed 0, not 1",
                "in all: approvals 0, not 12",
                "in all: captures 0, not 1", "in all: refunds 0, not 1",
                "in all: given back 0, not 1", "A: approvals 0, not 2", "B: approvals 0, not 2",
                "C: approvals 0, not 2", "D: approvals 0, not 2", "E: approvals 0, not 2",
                "badLink 0, not 1",
            ]
        ) {
            for name in $0.dialects.keys {
                $0.dialects[name] = RunCounts.Dialect(customers: 120)
            }
            ($0.repetitions, $0.resolved, $0.reads, $0.renewals) = (0, 0, 0, 0)
            $0.faults = [.kill: 55]
        },
        Row("one with fewer customers than kills", ["customers 54, not 55"]) {
            $0.dialects = [
                "A": RunCounts.Dialect(
                    customers: 54, approvals: 9, captures: 4, refunds: 3, givenBack: 2)
            ]
        },
        Row(
            "one so short that every share is nothing",
            [
                "customers 0, not 1", "repetitions acknowledged 0, not 1",
                "unknown outcomes resolved 0, not 1", "reads of the money equation 0, not 1",
                "in all: approvals 0, not 1", "in all: captures 0, not 1",
                "in all: refunds 0, not 1", "in all: given back 0, not 1",
            ]
        ) { $0 = RunCounts() },
        Row("one of too few customers to see a renewal or a refusal", []) {
            for name in $0.dialects.keys {
                $0.dialects[name] = RunCounts.Dialect(
                    customers: 42, approvals: 17, captures: 13, refunds: 8, givenBack: 5)
            }
            ($0.renewals, $0.turnedDown) = (0, 0)
        },
        Row("one in which a dialect declined everything", ["C: approvals 0, not 2"]) {
            $0.dialects["C"] = RunCounts.Dialect(customers: 120)
        },
        Row("one in which a dialect had next to no customer", ["C: customers 20, not 25"]) {
            $0.dialects["C"] = RunCounts.Dialect(customers: 20)
        },
        Row("one in which a line approved nothing", ["east: approvals 0, not 6"]) {
            $0.lines = ["east": 0, "west": 50]
        },
        Row("one whose books could not be read", ["reads of the money equation 0, not 6"]) {
            $0.reads = 0
        },
        Row("one in which no hold was made anew", ["holds renewed 0, not 1"]) {
            $0.renewals = 0
        },
        Row("one whose acquirer never said no", ["refused by the acquirer 0, not 1"]) {
            $0.dialects["A"]?.customers = 320
            $0.turnedDown = 0
        },
        Row("one whose line was never bad", ["badLink 0, not 1"]) { $0.faults[.badLink] = nil },
        Row(
            "a long one, in which a dialect refunded nothing and no sync failed",
            ["B: refunds 0, not 4", "failedSync 0, not 1"]
        ) {
            for name in $0.dialects.keys {
                $0.dialects[name] = RunCounts.Dialect(
                    customers: 2_400, approvals: 480, captures: 160, refunds: 120, givenBack: 60)
            }
            $0.dialects["B"]?.refunds = 0
            ($0.repetitions, $0.resolved, $0.reads, $0.renewals) = (1_200, 1_200, 6_000, 200)
            $0.draws = 1_300
            $0.faults[.kill] = 1_100
        },
    ]

    @Test("names what a run has not shown", arguments: rows)
    func missing(_ row: Row) {
        #expect(row.counts.missing == row.missing)
    }

    @Test("counts the clients' answers, payment by payment")
    func counted() {
        var payment = ClientPayment(dialect: "Test", mark: .amount(1000), requested: 1000)
        payment.answers = ["order": .acknowledged]
        payment.operations = [
            .init(kind: .capture, amount: 600, answer: .acknowledged),
            .init(kind: .capture, amount: 600, answer: .refused),
            .init(kind: .refund, amount: 200, answer: .unheard),
            .init(kind: .void, amount: nil, answer: .acknowledged),
            .init(kind: .refundVoid, amount: 200, answer: .acknowledged),
        ]
        var other = payment
        other.answers = ["order": .refused]
        other.operations = []
        #expect(
            RunCounts.Dialect([payment, other])
                == RunCounts.Dialect(
                    customers: 2, approvals: 1, captures: 1, refunds: 0, givenBack: 2))
    }
}
