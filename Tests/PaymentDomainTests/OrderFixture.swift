import PaymentDomain
import Testing

/// One payment of an order in a table of rules.
struct PaymentOf: Sendable {
    var state: PaymentState
    var amounts: PaymentAmounts
    var requested: Int64
    var closing: Closing
    var renews: Int?
    var isCancelled = false
    var authorizedAt = noon
    var currency = Currency.usd
    var card = "411111abcdef1111"

    /// A hold of 10.00 of which so much is done.
    static func hold(
        captured: Int64 = 0, capturing: Int64 = 0, released: Int64 = 0, releasing: Int64 = 0,
        of authorized: Int64 = 1000, closing: Closing = .open, renews: Int? = nil
    ) -> PaymentOf {
        var amounts = PaymentAmounts()
        amounts.authorized = authorized
        amounts.captured = captured
        amounts.capturing = capturing
        amounts.released = released
        amounts.releasing = releasing
        let state: PaymentState = released == authorized ? .released : .authorized
        return PaymentOf(
            state: state, amounts: amounts, requested: authorized, closing: closing,
            renews: renews)
    }

    /// A payment that holds nothing.
    static func nothing(
        _ state: PaymentState, of requested: Int64 = 1000, renews: Int? = nil,
        isCancelled: Bool = false
    ) -> PaymentOf {
        PaymentOf(
            state: state, amounts: PaymentAmounts(), requested: requested, closing: .open,
            renews: renews, isCancelled: isCancelled)
    }

    /// The same, changed.
    func with(_ change: (inout PaymentOf) -> Void) -> PaymentOf {
        var changed = self
        change(&changed)
        return changed
    }

    /// The operations that add up to the amounts, written after some other payment had begun.
    private func operations(_ number: Int, after newest: Int) throws -> [PaymentOperation] {
        let parts: [(PaymentOperation.Kind, PaymentOperation.State, Int64)] = [
            (.capture, .confirmed, amounts.captured), (.capture, .sending, amounts.capturing),
            (.release, .confirmed, amounts.released), (.release, .sending, amounts.releasing),
        ]
        return try parts.filter { $0.2 > 0 }.enumerated().map { index, part in
            var operation = PaymentOperation(
                id: OperationID(stored: "o\(number)-\(index)"), part.0,
                try Money(minorUnits: part.2, currency: currency), at: noon)
            operation.state = part.1
            operation.answeredAt = part.1 == .confirmed ? noon : nil
            operation.newestPayment = Int64(newest)
            return operation
        }
    }

    fileprivate func ordered(_ number: Int, after newest: Int) throws -> OrderedPayment {
        let payment = Payment(
            id: PaymentID(stored: "p\(number)"), authorizationID: OperationID(stored: "a\(number)"),
            merchant: MerchantID("m"), line: .sandbox, orderReference: "order",
            handle: try #require(VaultHandle(card)),
            requested: try Money(minorUnits: requested, currency: currency), state: state,
            amounts: amounts, createdAt: noon,
            authorizedAt: state == .authorized || state == .released ? authorizedAt : nil,
            isClosed: closing != .open)
        let stored = try operations(number, after: newest)
        let record = try PaymentRecord(
            stored: payment, stored, version: 1, closing: closing,
            operationsBeforeRenewal: closing == .renewed ? 0 : nil, isCancelled: isCancelled)
        return OrderedPayment(
            record, renews: renews.map { PaymentID(stored: "p\($0)") }, number: Int64(number))
    }
}

/// An order of payments p1, p2 and so on, the oldest first. All that was done with one was done before the next began, or
/// as late as a payment's number says.
func order(_ payments: [PaymentOf], doneAfter newest: Int? = nil) throws -> OrderRecord {
    OrderRecord(
        try payments.enumerated().map { index, payment in
            try payment.ordered(index + 1, after: newest ?? index + 1)
        }.reversed())
}

/// A decision in a few words.
func words(_ decision: OrderDecision) -> String {
    switch decision {
    case .proceed(let parts):
        parts.map { "\($0.payment) \($0.amount.minorUnits)" }.joined(separator: ", ")
    case .nothingLeft(let payment, let cancelled):
        "nothing of \(payment)" + cancelled.map { ", cancel \($0)" }.joined()
    case .refuse(let refusal): "refuse \(refusal.code)"
    }
}

/// A standing in a few words.
func words(_ standing: FundsState) -> String {
    switch standing {
    case .available: "available"
    case .unavailable: "unavailable"
    case .unknown: "unknown"
    case .renewable(let payment, let amount): "renew \(payment) for \(amount.minorUnits)"
    case .refuse(let refusal): "refuse \(refusal.code)"
    }
}
