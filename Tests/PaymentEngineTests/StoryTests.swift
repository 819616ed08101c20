import AppleSimulator
import PaymentDomain
import PaymentEngine
import Testing

@Suite("Orders", .timeLimit(.minutes(5)))
struct StoryTests {
    @Test("go as their stories say", arguments: Story.all)
    func goes(_ story: Story) async throws {
        guard story.lines.contains(where: { $0.step.hasPrefix("two ") }) else {
            return try await withEngine { (fixture) async throws in
                try await tell(story, StoryTeller([fixture]))
            }
        }
        try await withTwo { (one, two, faults) async throws in
            try await tell(story, StoryTeller([one, two], faults))
        }
    }

    private func tell(_ story: Story, _ teller: StoryTeller) async throws {
        for line in story.lines {
            let (words, isDone) = try await teller.tell(line.step)
            if let expected = line.expected {
                #expect(words == expected, "\(line.step)")
            } else {
                #expect(isDone, "\(line.step) -> \(words)")
            }
        }
    }

    @Test("have stories")
    func areThere() {
        #expect(Story.all.count > 40)
        #expect(Story.all.allSatisfy { $0.lines.count > 2 })
    }
}

/// Plays the steps of a story: requests of shops that name payments by their order (`authorize`, `capture`, `refund`,
/// `release`, `cancel`, `funds`) or by a number (`pay`, `recapture`, `add`, `undo`, `repay`), and of their acquirer.
///
/// `two` has another server on the same database take a step. `before change:` has the first server take one, just before
/// the second changes a payment.
private final class StoryTeller {
    private let servers: [EngineFixture]
    private let faults: StoreFaults?
    /// The server that takes the step.
    private var fixture: EngineFixture
    /// The operations by the keys of their requests, to tell a repetition.
    private var keyed: [String: OperationID] = [:]
    /// The payments that were authorized, the newest first.
    private var holds: [PaymentID] = []
    /// The number of the last payment that has one, and what its last capture was.
    private var number: TransactionNumber?
    private var captured: OperationID?

    /// - Parameter faults: What may happen before a step of the last server.
    init(_ servers: [EngineFixture], _ faults: StoreFaults? = nil) throws {
        self.servers = servers
        self.faults = faults
        fixture = try #require(servers.first)
    }

    /// Takes a step.
    ///
    /// - Returns: What came of it, and whether that is what a shop hopes for.
    func tell(_ line: String) async throws -> (words: String, isDone: Bool) {
        let isOfSecond = line.hasPrefix("two ")
        fixture = try #require(isOfSecond ? servers.last : servers.first)
        let step = try StoryStep(isOfSecond ? String(line.dropFirst(4)) : line)
        do {
            return try await take(step)
        } catch let refusal as PaymentRefusal {
            return (refusal.code, false)
        }
    }

    private func take(_ step: StoryStep) async throws -> (String, Bool) {
        switch step.verb {
        case "authorize", "check": return try await authorize(step)
        case "capture", "refund", "release", "cancel": return try await recorded(step)
        case "pay":
            number = try await client.pay(step.amount ?? 1000, sale: step.has("sale"))
            return ("", true)
        case "recapture", "add", "undo", "repay": return try await numbered(step)
        case "settle":
            let batch = try await fixture.store.closeBatch(at: fixture.clock.now)
            return ("captures \(batch.captures)", true)
        case "funds":
            let funds = try await fixture.confirmFunds(
                step.amount ?? 1000, renews: !step.has("unrenewed"), order: step.order)
            return ("\(funds.availability)" + (funds.renewalAttempted ? " renewed" : ""), false)
        case "answers": return (try await setAnswer(step), true)
        case "replies": return (await setReplies(step), true)
        case "before":
            try happen(before: step)
            return ("", true)
        case "wait":
            fixture.clock.advance(seconds: step.seconds)
            return ("", true)
        default:
            let words = try await observation(step.verb)
            return (words.isEmpty ? "nothing" : words, false)
        }
    }

    private func happen(before step: StoryStep) throws {
        let name = step.words.first?.dropLast() ?? ""
        guard let point = StoreFaults.Step(rawValue: String(name)) else {
            throw UnknownStep(line: String(name))
        }
        let meanwhile = step.words.dropFirst().joined(separator: " ")
        faults?.before(point) { [fixture] in
            // What it throws is seen by what the story tells next.
            _ = try? await StoryTeller([fixture]).tell(meanwhile)
        }
    }

    private func observation(_ verb: String) async throws -> String {
        switch verb {
        case "worker": return words(await fixture.worker.runOnce(at: fixture.clock.now))
        case "payment": return words(try await fixture.payment())
        case "left":
            return try await fixture.remaining(holds).map(String.init).joined(separator: " ")
        case "told":
            return await fixture.acquirer.told.map { "\($0.kind) \($0.amount.minorUnits)" }
                .joined(separator: ", ")
        case "asked":
            return await fixture.acquirer.asked.map { "\($0.amount.minorUnits)" }
                .joined(separator: ", ")
        default: throw UnknownStep(line: verb)
        }
    }

    /// A check of a card alone is of no hold.
    private func authorize(_ step: StoryStep) async throws -> (String, Bool) {
        guard step.verb == "authorize" else {
            let card = KeyedCard(
                pan: try TestCard.visa.pan(), expiry: CardExpiry(year: 2030, month: 12))
            let command = AuthorizeCommand(
                source: .keyed(card), orderReference: step.order, amount: try usd(1000),
                checksCardOnly: true)
            guard case .authorization(let answer) = try await fixture.send(.authorize(command))
            else { throw UnexpectedResult() }
            return ("\(answer.outcome)", answer.outcome == .approved)
        }
        let answer = try await fixture.authorize(amount: step.amount ?? 1000, order: step.order)
        holds.insert(answer.paymentID, at: 0)
        return ("\(answer.outcome)", true)
    }

    private func recorded(_ step: StoryStep) async throws -> (String, Bool) {
        let result: RecordedResult
        switch step.verb {
        case "capture":
            result = try await fixture.capture(
                step.amount ?? 1000, final: step.has("final"), order: step.order, key: step.key)
        case "refund":
            result = try await fixture.refund(
                step.amount ?? 1000, order: step.order, key: step.key)
        case "release":
            result = try await fixture.release(step.amount, order: step.order, key: step.key)
        default: result = try await fixture.cancel(step.amount ?? 1000)
        }
        var (words, isDone) = words(result)
        if let key = step.key {
            if keyed[key] == result.operationID { words += " again" }
            keyed[key] = result.operationID
        }
        return (words, isDone)
    }

    private var client: LifelongClient { LifelongClient(fixture: fixture) }

    private func numbered(_ step: StoryStep) async throws -> (String, Bool) {
        let number = try #require(number)
        switch step.verb {
        case "undo": return words(try await client.cancel(number, step.amount))
        case "repay":
            return words(
                try await client.refund(number, step.amount, settled: !step.has("unsettled")))
        default:
            let result = try await client.capture(number, step.amount, adds: step.verb == "add")
            defer { captured = result.operationID }
            let (words, isDone) = words(result)
            return (words + (captured == result.operationID ? " again" : ""), isDone)
        }
    }

    private func words(_ result: RecordedResult) -> (String, Bool) {
        if result.refusal != nil { return ("refused", false) }
        return result.isAnswered ? ("\(result.amount.minorUnits)", true) : ("pending", false)
    }

    private func setAnswer(_ step: StoryStep) async throws -> String {
        let answers: [String: AcquirerAnswer] = [
            "unknown": .unknown, "not-sent": .notSent,
            "declined": .declined(.doNotHonor, AcquirerChecks()),
        ]
        let word = step.words.first ?? ""
        guard let answer = answers[word] else {
            guard word == "approved" else { throw UnknownStep(line: word) }
            await fixture.acquirer.answers { .approval(of: $0.amount) }
            return ""
        }
        await fixture.acquirer.answers { _ in answer }
        return ""
    }

    /// One reply to all messages, or others to those of a kind or an amount: `replies done release=refused`.
    private func setReplies(_ step: StoryStep) async -> String {
        let outcomes: [Substring: AdviceOutcome] = [
            "done": .acknowledged(nil), "refused": .refused(.doNotHonor), "silence": .unanswered,
        ]
        var special: [String: AdviceOutcome] = [:]
        for word in step.words.dropFirst() {
            let parts = word.split(separator: "=")
            if parts.count == 2 { special[String(parts[0])] = outcomes[parts[1]] }
        }
        let (rare, usual) = (special, outcomes[Substring(step.words.first ?? "")])
        await fixture.acquirer.replies { advice in
            rare["\(advice.kind)"] ?? rare["\(advice.amount.minorUnits)"] ?? usual ?? .unanswered
        }
        return ""
    }

    private func words(_ round: DeliveryWorker.Round) -> String {
        let counts = [
            ("told", round.told), ("answered", round.answered), ("refused", round.refused.count),
        ]
        return counts.filter { $0.1 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }

    private func words(_ payment: Payment) -> String {
        let amounts = payment.amounts
        let all = [
            ("authorized", amounts.authorized), ("captured", amounts.captured),
            ("capturing", amounts.capturing), ("refunded", amounts.refunded),
            ("refunding", amounts.refunding), ("released", amounts.released),
            ("releasing", amounts.releasing),
        ]
        let state = payment.state == .authorized ? [] : [payment.state.rawValue + ":"]
        return (state + all.filter { $0.1 > 0 }.map { "\($0.0) \($0.1)" }).joined(separator: " ")
    }
}

/// A verb, an amount, and what else a step has.
private struct StoryStep {
    let verb: String
    let words: [String]

    init(_ line: String) throws {
        words = Array(line.split(separator: " ").map(String.init).dropFirst())
        guard let first = line.split(separator: " ").first else { throw UnknownStep(line: line) }
        verb = String(first)
    }

    var amount: Int64? { words.first.flatMap { Int64($0) } }
    var key: String? { after("key") }
    var order: String { after("in") ?? "order" }

    /// `60`, or `lifetime`, or `lifetime+60`.
    var seconds: Int64 {
        (words.first ?? "").split(separator: "+").reduce(0) { sum, part in
            sum + (part == "lifetime" ? Limits.authorizationLifetimeSeconds : Int64(part) ?? 0)
        }
    }

    func has(_ word: String) -> Bool { words.contains(word) }

    private func after(_ word: String) -> String? {
        words.firstIndex(of: word).flatMap { index in
            words.indices.contains(index + 1) ? words[index + 1] : nil
        }
    }
}

/// A step that nobody can take.
private struct UnknownStep: Error {
    let line: String
}

extension EngineFixture {
    /// Cancels an order by the whole amount that it was authorized for, as Radial's shops do.
    fileprivate func cancel(_ cents: Int64) async throws -> RecordedResult {
        var command = ReleaseCommand(
            reference: .order("order", card: nil), amount: try usd(cents))
        command.takesWholeForRest = true
        guard case .recorded(let result) = try await send(.release(command)) else {
            throw UnexpectedResult()
        }
        return result
    }
}
