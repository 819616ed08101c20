import CosterKit
import Foundation
import Testing

/// Everything that can happen, each kind once.
private func allEvents() throws -> [SheetEvent] {
    let token = try Samples.token()
    let decline = Decline(ReplyCode("05"))
    return [
        .start, .presented(true), .presented(false), .authorized(Redacted(Data("{}".utf8))),
        .tokenRead(.success(token)), .tokenRead(.failure(.simulatorToken)),
        .tokenized(.success(try Samples.reference())), .tokenized(.failure(.notSent)),
        .serverAnswered(.paid(reference: "1")), .serverAnswered(.declined(decline)),
        .serverAnswered(.failed(.notSent)), .serverAnswered(.unknown), .deadline, .finished,
    ]
}

/// A machine, and what it asked for so far. Two sequences that lead to equal values have the same future.
private struct Run: Hashable {
    var machine: SheetMachine
    var answers = 0
    var outcomes: [PaymentOutcome] = []
    var moneyMoves = 0
    var wasStarted = false
    var wasPaid = false
    var ticked = false

    mutating func handle(_ event: SheetEvent) {
        let before = machine.state
        for action in machine.handle(event) {
            switch action {
            case .answer(let answer):
                answers += 1
                if answer == .success { ticked = true }
            case .report(let outcome): outcomes.append(outcome)
            case .authorize: moneyMoves += 1
            case .present: wasStarted = true
            case .refuseStart, .refuseAuthorization, .startDeadline, .readToken, .tokenize,
                .dismiss:
                break
            }
        }
        if case .serverAnswered(.paid) = event, before == .authorizingAtServer { wasPaid = true }
    }

    /// The same run after the sheet went away, as it does in the end.
    var closed: Run {
        var closed = self
        if closed.machine.state == .presenting { closed.handle(.presented(false)) }
        closed.handle(.finished)
        return closed
    }

    /// The rules that this run breaks.
    var breaches: [String] {
        let closed = closed
        var found: [String] = []
        if answers > 1 { found.append("\(answers) answers") }
        if outcomes.count > 1 { found.append("\(outcomes.count) outcomes") }
        if moneyMoves > 1 { found.append("\(moneyMoves) authorizations") }
        if closed.outcomes.count != (wasStarted ? 1 : 0) { found.append("not one outcome") }
        if ticked != wasPaid { found.append("tick \(ticked), paid \(wasPaid)") }
        if moneyMoves > 0, closed.outcomes.contains(.cancelled) { found.append("cancelled") }
        return found
    }
}

@Suite("The sheet's rules", .timeLimit(.minutes(5)))
struct SheetMachineTests {
    @Test(
        "every sequence of up to 8 events: at most one answer, exactly one outcome, one authorization",
        arguments: [true, false])
    func everySequence(tokenizes: Bool) throws {
        let events = try allEvents()
        var runs: [Run: UInt64] = [Run(machine: SheetMachine(tokenizes: tokenizes)): 1]
        for length in 1...8 {
            var next: [Run: UInt64] = [:]
            for (run, sequences) in runs {
                for event in events {
                    var after = run
                    after.handle(event)
                    next[after, default: 0] += sequences
                }
            }
            for run in next.keys {
                #expect(run.breaches.isEmpty, "\(length) events, \(run.machine.state)")
            }
            let expected = (0..<length).reduce(UInt64(1)) { product, _ in product * 14 }
            #expect(next.values.reduce(0, +) == expected, "each sequence was tried")
            runs = next
        }
    }

    @Test("sequences of 4 events, one by one, break no rule either", arguments: [true, false])
    func oneByOne(tokenizes: Bool) throws {
        let events = try allEvents()
        var tried = 0
        for number in 0..<(14 * 14 * 14 * 14) {
            var run = Run(machine: SheetMachine(tokenizes: tokenizes))
            var rest = number
            for _ in 0..<4 {
                run.handle(events[rest % 14])
                rest /= 14
            }
            if !run.breaches.isEmpty { Issue.record("sequence \(number): \(run.breaches)") }
            tried += 1
        }
        #expect(tried == 38_416)
    }

    @Test(
        "each way through the sheet has its outcome",
        arguments: [
            ([.finished], .cancelled),
            ([.authorized, .finished], .cancelled),
            ([.authorized, .read, .finished], .cancelled),
            ([.authorized, .read, .tokenized, .finished], .unknown),
            ([.authorized, .read, .tokenized, .deadline, .paid, .finished], .unknown),
            ([.authorized, .read, .tokenized, .paid, .deadline, .finished], .paid(reference: "7")),
            ([.authorized, .read, .deadline, .tokenized, .finished], .failed(.timedOut)),
            ([.authorized, .deadline, .finished], .failed(.timedOut)),
            ([.authorized, .empty, .finished], .failed(.token(.simulatorToken))),
            ([.authorized, .read, .refused, .finished], .failed(.client(.notSent))),
            ([.authorized, .read, .tokenized, .silent, .finished], .unknown),
        ] as [([Step], PaymentOutcome)])
    func ways(steps: [Step], outcome: PaymentOutcome) throws {
        var run = Run(machine: SheetMachine(tokenizes: true))
        run.handle(.start)
        run.handle(.presented(true))
        for step in steps { run.handle(try step.event()) }
        #expect(run.outcomes == [outcome])
    }

    @Test("without tokenization, closing the sheet after the token was read is unknown")
    func direct() throws {
        var run = Run(machine: SheetMachine(tokenizes: false))
        for event in [.start, .presented(true), .authorized(Redacted(Data()))] as [SheetEvent] {
            run.handle(event)
        }
        run.handle(.tokenRead(.success(try Samples.token())))
        #expect(run.machine.state == .authorizingAtServer)
        run.handle(.finished)
        #expect(run.outcomes == [.unknown])
    }
}

/// Events by short names, for tables.
enum Step: Sendable {
    case authorized, read, empty, tokenized, refused, paid, silent, deadline, finished

    func event() throws -> SheetEvent {
        switch self {
        case .authorized: .authorized(Redacted(Data("{}".utf8)))
        case .read: .tokenRead(.success(try Samples.token()))
        case .empty: .tokenRead(.failure(.simulatorToken))
        case .tokenized: .tokenized(.success(try Samples.reference()))
        case .refused: .tokenized(.failure(.notSent))
        case .paid: .serverAnswered(.paid(reference: "7"))
        case .silent: .serverAnswered(.unknown)
        case .deadline: .deadline
        case .finished: .finished
        }
    }
}
