import PaymentEngine

/// One payment by the documented rules, written apart from the engine: amounts in cents and nothing else.
struct PaymentModel: Sendable {
    /// What a client may ask for.
    enum Step: Sendable, Hashable {
        case capture(Int64?)
        case captureMore(Int64?)
        case refund(Int64?)
        case refundUnsettled(Int64?)
        case cancel(Int64?)
        case cancelRefund(Int)
        case release(Int64?)
    }

    /// What comes of it: an amount, a refusal of ours by its code, or one of the acquirer.
    enum Outcome: Sendable, Hashable {
        case done(Int64)
        case refused(String)
        case declined
    }

    private struct Part {
        var amount: Int64
        var isSettled = false
        var isGone = false
    }

    let authorized: Int64
    private(set) var released: Int64 = 0
    private var captures: [Part] = []
    private var refunds: [Part] = []
    /// Whether the hold was to be given up with its captures, and the acquirer refused that.
    private var isClosed = false

    init(authorized: Int64) {
        self.authorized = authorized
    }

    var captured: Int64 { captures.reduce(0) { $0 + $1.amount } }
    var settled: Int64 { captures.filter(\.isSettled).reduce(0) { $0 + $1.amount } }
    var refunded: Int64 { refunds.filter { !$0.isGone }.reduce(0) { $0 + $1.amount } }
    var refundCount: Int { refunds.count }
    var isReleased: Bool { released == authorized }
    private var remaining: Int64 { authorized - released - captured }

    /// What the acquirer of these tests refuses: amounts that end in this digit.
    static func isRefused(_ kind: AdviceKind, _ amount: Int64) -> Bool {
        switch kind {
        case .capture, .refund: amount % 10 == 7
        case .captureVoid: amount % 10 == 1
        case .refundVoid: amount % 10 == 9
        case .release: amount % 10 == 3
        case .reversal: false
        }
    }

    mutating func closeBatch() {
        for index in captures.indices { captures[index].isSettled = true }
        for index in refunds.indices where !refunds[index].isGone {
            refunds[index].isSettled = true
        }
    }

    mutating func take(_ step: Step) -> Outcome {
        switch step {
        case .capture(let amount): capture(amount)
        case .captureMore(let amount): captureMore(amount)
        case .refund(let amount): refund(amount, of: settled, unsettled: false)
        case .refundUnsettled(let amount): refund(amount, of: captured, unsettled: true)
        case .cancel(let amount): cancel(amount)
        case .cancelRefund(let index): cancelRefund(index)
        case .release(let amount): release(amount)
        }
    }

    private func shortage(_ amount: Int64) -> Outcome {
        .refused(amount > authorized ? "amount-exceeded" : "depleted")
    }

    private mutating func capture(_ amount: Int64?) -> Outcome {
        if amount == 0 { return .refused("amount-zero") }
        if isReleased { return .refused("wrong-state") }
        if settled > 0 {
            let isSame = settled == captured && refunded == 0 && amount ?? captured == captured
            return isSame ? .done(captured) : .refused("already-settled")
        }
        if captured == 0 { return isClosed ? .refused("wrong-state") : captureMore(amount) }
        guard let amount, amount != captured else { return .done(captured) }
        if refunded > 0 { return .refused("wrong-state") }
        if amount > captured + remaining { return shortage(amount) }
        let earlier = captured
        guard takeBackCaptures() else { return .declined }
        let outcome = captureMore(amount)
        guard outcome == .declined else { return outcome }
        // What is refused changes nothing: what was captured before is captured again, unless that is refused too.
        guard !Self.isRefused(.capture, earlier) else { return .refused("outcome-not-stored") }
        captures.append(Part(amount: earlier))
        return .declined
    }

    private mutating func captureMore(_ amount: Int64?) -> Outcome {
        if amount == 0 { return .refused("amount-zero") }
        if isReleased { return .refused("wrong-state") }
        let asked = amount ?? remaining
        if asked == 0 || asked > remaining { return shortage(asked) }
        if isClosed { return .refused("depleted") }
        if Self.isRefused(.capture, asked) { return .declined }
        captures.append(Part(amount: asked))
        return .done(asked)
    }

    private mutating func refund(_ amount: Int64?, of base: Int64, unsettled: Bool) -> Outcome {
        if amount == 0 { return .refused("amount-zero") }
        if isReleased { return .refused("wrong-state") }
        if !unsettled, settled == 0 { return .refused("not-settled") }
        let left = max(0, base - refunded)
        let asked = amount ?? left
        if asked == 0 { return .refused("amount-exceeded") }
        if asked > left {
            let comesLater = asked <= captured - refunded
            return .refused(comesLater ? "not-settled" : "amount-exceeded")
        }
        if Self.isRefused(.refund, asked) { return .declined }
        refunds.append(Part(amount: asked))
        return .done(asked)
    }

    private mutating func cancel(_ amount: Int64?) -> Outcome {
        if amount == 0 { return .refused("amount-zero") }
        if isReleased { return .refused("depleted") }
        if settled > 0 { return .refused("already-settled") }
        if refunded > 0 { return .refused("wrong-state") }
        guard captured > 0 else {
            let asked = amount ?? remaining
            if asked > remaining { return .refused("amount-exceeded") }
            return giveUp(asked)
        }
        if let amount, amount != captured, amount != captured + remaining {
            return .refused(amount > authorized ? "amount-exceeded" : "part-not-allowed")
        }
        let taken = captures.last?.amount ?? 0
        guard takeBackCaptures() else { return .declined }
        isClosed = giveUp(remaining) == .declined
        return .done(taken)
    }

    /// One after another, the newest first, until one is refused.
    private mutating func takeBackCaptures() -> Bool {
        while let newest = captures.last {
            if Self.isRefused(.captureVoid, newest.amount) { return false }
            captures.removeLast()
        }
        return true
    }

    private mutating func giveUp(_ amount: Int64) -> Outcome {
        if Self.isRefused(.release, amount) { return .declined }
        released += amount
        return .done(amount)
    }

    private mutating func cancelRefund(_ index: Int) -> Outcome {
        if refunds[index].isSettled { return .refused("already-settled") }
        if refunds[index].isGone { return .refused("depleted") }
        if Self.isRefused(.refundVoid, refunds[index].amount) { return .declined }
        refunds[index].isGone = true
        return .done(refunds[index].amount)
    }

    private mutating func release(_ amount: Int64?) -> Outcome {
        if isReleased { return .done(0) }
        if amount == 0 { return .refused("amount-zero") }
        guard let amount else {
            return remaining == 0 ? .done(0) : giveUp(remaining)
        }
        return amount > remaining ? shortage(amount) : giveUp(amount)
    }
}
