import PaymentDomain
import Testing

@testable import AcquirerKit

/// What happens to a line: a call wants to begin, or has ended; seconds first.
private enum Step: Sendable {
    case begins(Int64)
    case isRefused(Int64)
    case ends(Int64, LineOutcome)
}

private let answered = LineOutcome.answered(LineReply(status: 200, body: []))
private let unreachable = LineOutcome.notSent(.unreachable)
private let silence = LineOutcome.silence(.deadline)
private let tlsFailed = LineOutcome.silence(.tlsFailed)

private func failures(_ count: Int) -> [Step] {
    (0..<count).map { _ in .ends(0, unreachable) }
}

private let rows: [(title: String, steps: [Step])] = [
    ("a new line takes calls", [.begins(0)]),
    ("four failures in a row change nothing", failures(4) + [.begins(0)]),
    ("the fifth opens the breaker for ten seconds", failures(5) + [.isRefused(9), .begins(10)]),
    (
        "an answer between ends the row",
        failures(4) + [.ends(0, answered)] + failures(4) + [.begins(0)]
    ),
    (
        "silence between ends the row",
        failures(4) + [.ends(0, silence)] + failures(4) + [.begins(0)]
    ),
    (
        "one probe in ten seconds",
        failures(5) + [.begins(10), .isRefused(10), .isRefused(19), .begins(20)]
    ),
    ("an answered probe closes it", failures(5) + [.begins(10), .ends(11, answered), .begins(11)]),
    (
        "a failed probe keeps it open",
        failures(5) + [.begins(10), .ends(11, unreachable), .isRefused(12)]
    ),
    (
        "a silent probe keeps it open",
        failures(5) + [.begins(10), .ends(11, silence), .isRefused(12)]
    ),
    (
        "TLS that fails after the request has left is a failure, also between others",
        (0..<4).map { _ in .ends(0, tlsFailed) } + failures(1) + [.isRefused(9)]
    ),
    (
        "a probe whose TLS fails keeps it open",
        failures(5) + [.begins(10), .ends(11, tlsFailed), .isRefused(12)]
    ),
    ("a clock set back doesn't keep it open", failures(5) + [.begins(-60)]),
    (
        "a late, refused or cancelled call is no failure of the line",
        [NotSentReason.late, .busy, .lineDown, .cancelled, .late].map { .ends(0, .notSent($0)) }
            + [.begins(0)]
    ),
    (
        "TLS, name and time are failures of the line",
        [NotSentReason.tlsFailed, .unresolved, .deadline, .unreachable, .tlsFailed].map {
            .ends(0, .notSent($0))
        } + [.isRefused(0)]
    ),
]

@Suite("The breaker of a line", .timeLimit(.minutes(5)))
struct BreakerTests {
    @Test("opens after five failures in a row, and is probed", arguments: rows.map(\.title))
    func steps(_ title: String) throws {
        let row = try #require(rows.first { $0.title == title })
        var breaker = CircuitBreaker()
        for step in row.steps {
            switch step {
            case .begins(let second):
                let begins = breaker.mayCall(at: Timestamp(seconds: second))
                #expect(begins)
            case .isRefused(let second):
                let begins = breaker.mayCall(at: Timestamp(seconds: second))
                #expect(!begins)
            case .ends(let second, let outcome):
                breaker.record(outcome, at: Timestamp(seconds: second))
            }
        }
    }

    @Test("as many calls at once as the limit says")
    func admission() {
        var admission = LineAdmission(limit: 2)
        let now = Timestamp(seconds: 0)
        func begin() -> NotSentReason? { admission.begin(at: now) }
        #expect(begin() == nil)
        #expect(begin() == nil)
        #expect(begin() == .busy)
        admission.end(silence, at: now)
        #expect(begin() == nil)
        for _ in 0..<2 { admission.end(unreachable, at: now) }
        #expect(admission.inFlight == 0)
        for _ in 0..<3 {
            #expect(begin() == nil)
            admission.end(unreachable, at: now)
        }
        #expect(begin() == .lineDown)
        #expect(admission.inFlight == 0)
    }

    @Test("each outcome is counted once")
    func counters() {
        let meter = LineMeter()
        for outcome in [answered, silence, unreachable, answered] { meter.count(outcome) }
        meter.countMalformed()
        meter.countRefused()
        var expected = LineCounters()
        (expected.sent, expected.notSent, expected.silence) = (3, 1, 1)
        (expected.malformed, expected.refused) = (1, 1)
        #expect(meter.counters == expected)
    }
}
