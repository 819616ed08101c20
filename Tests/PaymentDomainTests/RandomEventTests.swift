import PaymentDomain
import SeededRandom
import Testing

@Suite("Whatever happens in whatever order, a payment stays sound", .timeLimit(.minutes(5)))
struct RandomEventTests {
    /// Fifteen streams that are the same in every run, and a new one; a failure names its seed.
    static let seeds: [UInt64] = Array(1...15) + [UInt64.random(in: 16...UInt64.max)]
    private static let eventsPerSeed = 10_000
    private static let eventsPerLife = 250

    @Test("random events keep the invariants of money", arguments: seeds)
    func keepsInvariants(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<Self.eventsPerSeed / Self.eventsPerLife {
            var life = try RandomLife()
            for _ in 0..<Self.eventsPerLife {
                let event = life.nextEvent(&random)
                try life.happen(event, seed: seed)
                try #require(life.flaw == nil, "\(life.flaw ?? "") after \(event): seed \(seed)")
            }
        }
    }

    @Test("the events of a random life, replayed, give the same payment", arguments: seeds)
    func replays(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            var life = try RandomLife()
            for _ in 0..<Self.eventsPerLife {
                try life.happen(life.nextEvent(&random), seed: seed)
            }
            var replayed = try PaymentRecord.begun()
            for (event, moment) in zip(life.record.events, life.moments) {
                try replayed.replay(event, at: moment)
            }
            #expect(replayed == life.record, "seed \(seed)")
            #expect(replayed.version == Int64(life.moments.count), "seed \(seed)")
            let reloaded = try life.record.reloaded()
            #expect(reloaded.payment == replayed.payment, "seed \(seed)")
            #expect(reloaded.operations == replayed.operations, "seed \(seed)")
        }
    }

    @Test("random lives reach each closing, and each state of a payment and of an operation")
    func reachesEverything() throws {
        var closings: Set<Closing> = []
        var payments: Set<PaymentState> = []
        var operations: Set<PaymentOperation.State> = []
        for seed in Self.seeds.dropLast() {
            var random = SeededGenerator(seed: seed)
            for _ in 0..<20 {
                var life = try RandomLife()
                for _ in 0..<Self.eventsPerLife {
                    try life.happen(life.nextEvent(&random), seed: seed)
                    closings.insert(life.record.closing)
                    payments.insert(life.record.payment.state)
                    operations.formUnion(life.record.operations.map(\.state))
                }
            }
        }
        #expect(closings == Set(Closing.allCases))
        #expect(payments == Set(PaymentState.allCases))
        #expect(operations == Set(PaymentOperation.State.allCases))
    }
}

/// A payment that random events happen to, and a second, much simpler account of it.
private struct RandomLife {
    private(set) var record: PaymentRecord
    /// When each event of the record happened.
    private(set) var moments: [Timestamp] = []
    /// The operations that were to be sent, in order.
    private var sent: [OperationID] = []
    private var named = 0

    init() throws {
        record = try .begun()
    }

    mutating func nextEvent(_ random: inout SeededGenerator) -> PaymentEvent {
        let pending = record.operations.filter(\.isPending).map(\.id)
        // An operation that waits for its turn is answered by nobody.
        let waiting = pending.filter { sent.contains($0) }
        let id = waiting.randomElement(using: &random) ?? "none"
        switch Int.random(in: 0..<64, using: &random) {
        case 0: return .answered(Self.answer(&random))
        case 1: return .reversalAcknowledged
        case 2: return Bool.random(using: &random) ? .cancelled : .nothingLeft
        case 3 where Int.random(in: 0..<20, using: &random) == 1:
            return .answered(.credited, booking: .credit(name(), 1000))
        case 3 where Int.random(in: 0..<20, using: &random) == 0: return .abandoned
        case 4 where Int.random(in: 0..<20, using: &random) == 0:
            return .renewed(by: PaymentID(stored: "q"))
        case 3..<8:
            let isSale = Bool.random(using: &random)
            return .answered(.approved(1000), booking: isSale ? .capture(name(), 1000) : nil)
        case 8..<14: return .accepted(id)
        case 14..<32: return .taken(id)
        case 32..<40: return .refused(id)
        default: return .requested(operation(&random))
        }
    }

    private static func answer(_ random: inout SeededGenerator) -> AuthorizationAnswer {
        let all: [AuthorizationAnswer] = [
            .approved(400), .approved(0), .declined, .notSent, .unanswered, .credited,
        ]
        return all.randomElement(using: &random) ?? .declined
    }

    private mutating func name() -> OperationID {
        named += 1
        return OperationID(stored: "o\(named)")
    }

    private mutating func operation(_ random: inout SeededGenerator) -> PaymentOperation {
        let amount = Int64.random(in: 0...300, using: &random)
        let target = record.operations.randomElement(using: &random)
        let id = name()
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<3: return .capture(id, amount, isFinal: amount % 8 == 0)
        case 3: return .capture(id, amount, replaces: max(1, amount / 2))
        case 4: return .refund(id, amount / 2)
        case 5: return .refund(id, amount / 4, ofCapture: target?.id)
        case 6: return .release(id, amount / 8)
        default:
            guard let target else { return .release(id, 1) }
            return PaymentOperation(
                id: id, voiding: target, givesUpHold: Bool.random(using: &random), at: noon)
        }
    }

    mutating func happen(_ event: PaymentEvent, seed: UInt64) throws {
        let before = record
        let now = noon.adding(seconds: Int64(moments.count))
        do {
            for action in try record.happen(event, at: now) {
                guard case .send(let operation) = action else { continue }
                sent.append(operation.id)
            }
        } catch {
            #expect(record == before, "a refused event changed the payment: seed \(seed)")
        }
        let new = record.events.count - before.events.count
        moments += Array(repeating: now, count: new)
        #expect(record.version - before.version == Int64(new), "seed \(seed)")
    }

    /// What is wrong with the payment; nil if nothing is.
    var flaw: String? {
        let amounts = record.amounts
        guard amounts.isSound else { return "the amounts are unsound" }
        guard amounts.authorized <= record.payment.requested.minorUnits else {
            return "more was authorized than was asked for"
        }
        guard Tally(record.events) == Tally(amounts) else { return "the amounts disagree" }
        guard (try? record.reloaded()) != nil else { return "it can't be loaded" }
        guard Set(sent).count == sent.count else { return "an operation was sent twice" }
        return flawOfMessages ?? flawOfRemainder
    }

    /// Every operation was sent before it was answered, but the voids that wait or were withdrawn.
    private var flawOfMessages: String? {
        let unsent = record.operations.filter { !sent.contains($0.id) && $0.kind != .credit }
        for operation in unsent {
            guard case .captureVoid(givesUpHold: true) = operation.kind else {
                return "\(operation.id) was not sent"
            }
            let before = record.operations.prefix { $0.id != operation.id }
            let isBehind = before.contains {
                $0.kind == operation.kind && $0.state == .sending
            }
            guard operation.state == .refused || operation.state == .sending && isBehind else {
                return "\(operation.id) was not sent"
            }
        }
        return nil
    }

    /// What is left of a closed hold is being released, unless something waits or a release was refused.
    private var flawOfRemainder: String? {
        let amounts = record.amounts
        let isQuiet = amounts.capturing == 0 && amounts.uncapturing == 0
        guard record.payment.state == .authorized, record.closing != .open, isQuiet,
            amounts.remaining > 0, record.operations.count < Limits.operationsPerPayment
        else { return nil }
        let isRefused = record.operations.contains { $0.kind == .release && $0.state == .refused }
        return isRefused ? nil : "the remainder was forgotten"
    }
}

/// The sums of the events that counted: a second, much simpler book.
private struct Tally: Equatable {
    private var authorized: Int64 = 0
    private var captured: Int64 = 0
    private var refunded: Int64 = 0
    private var released: Int64 = 0

    init(_ amounts: PaymentAmounts) {
        authorized = amounts.authorized
        captured = amounts.captured
        refunded = amounts.refunded
        released = amounts.released
    }

    init(_ events: [PaymentEvent]) {
        var requested: [OperationID: PaymentOperation] = [:]
        for event in events {
            switch event {
            case .answered(let answer, let booking):
                if case .approved(let amount) = answer { authorized = amount }
                if let booking { requested[booking.id] = booking }
            case .requested(let operation): requested[operation.id] = operation
            case .answeredOperation(let id, let refusal):
                guard refusal == nil, let operation = requested[id] else { continue }
                count(operation, of: operation.target.flatMap { requested[$0] })
            case .abandoned, .reversalAcknowledged, .accepted, .renewed, .cancelled, .nothingLeft:
                break
            }
        }
    }

    private mutating func count(_ taken: PaymentOperation, of target: PaymentOperation?) {
        let amount = taken.amount.minorUnits
        switch taken.kind {
        case .capture: captured += amount
        case .refund: refunded += amount
        case .release: released += amount
        case .captureVoid: captured -= amount
        case .refundVoid: refunded -= target?.kind == .credit ? 0 : amount
        case .credit: break
        }
    }
}
