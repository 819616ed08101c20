import PaymentDomain

/// What is wanted of a payment that a client names.
enum WantedMoney {
    /// To take (part of) its hold.
    case capture
    /// To give back (part of) what was captured.
    case refund
    /// To give up (part of) its hold.
    case release

    /// What a client's number must be the number of.
    ///
    /// Source: cnpAPI, capture and authReversal name an authorization; credit names a capture or a sale.
    fileprivate var kinds: Set<TransactionKind> {
        switch self {
        case .capture, .release: [.authorization]
        case .refund: [.capture, .sale, .forcedCapture]
        }
    }

    fileprivate func event(_ amount: Int64) -> PaymentEvent {
        switch self {
        case .capture: .captureRequested(amount)
        case .refund: .refundRequested(amount)
        case .release: .releaseRequested(amount)
        }
    }

    fileprivate var isCapture: Bool {
        switch self {
        case .capture: true
        case .refund, .release: false
        }
    }

    /// All that can be had.
    fileprivate func whole(of payment: Payment) -> Money {
        switch self {
        case .capture, .release: payment.remaining
        case .refund: payment.refundable
        }
    }

    /// The payments that a client may mean, the one first that an amount is to be had of.
    ///
    /// Of several that were captured it is refunded where it leaves least: a debit that is given back whole, by its own
    /// amount, is not begun by another's refund. Where several are as tight, the newest is first.
    fileprivate func inOrder(_ newestFirst: [Payment], for amount: Money?) -> [Payment] {
        guard case .refund = self, amount != nil, newestFirst.count > 1 else { return newestFirst }
        return newestFirst.enumerated().sorted {
            let (one, other) = ($0.element.amounts.refundable, $1.element.amounts.refundable)
            return one == other ? $0.offset < $1.offset : one < other
        }.map(\.element)
    }

    /// Why an amount cannot be had. What is at the acquirer just now may be refused, or taken: nobody knows that yet, and
    /// who asks again may be given it.
    func shortage(of payment: Payment, for amount: Money) -> PaymentRefusal {
        let mayCome = mayCome(to: payment)
        let left = whole(of: payment).minorUnits
        // No sum of a few amounts is too large.
        if mayCome > 0, amount.minorUnits <= left + mayCome { return .inFlight }
        switch self {
        case .refund: return .amountExceeded
        case .capture, .release:
            let isBeyond = amount.minorUnits > payment.amounts.authorized
            return isBeyond ? .amountExceeded : .depleted
        }
    }

    /// How much more may be had, once the acquirer has answered.
    private func mayCome(to payment: Payment) -> Int64 {
        let amounts = payment.amounts
        switch self {
        case .refund:
            return amounts.capturing + amounts.refunding + amounts.uncapturing
                + amounts.unrefunding
        case .capture:
            // A closed hold stays closed where it is not given up.
            let releasing = payment.isClosed ? 0 : amounts.releasing
            return amounts.capturing + amounts.uncapturing + releasing
        case .release: return amounts.capturing + amounts.uncapturing + amounts.releasing
        }
    }
}

extension PaymentEngine {
    /// The payments that a client may mean, newest first.
    ///
    /// - Throws: ``PaymentRefusal/paymentNotFound`` where there is none, ``PaymentRefusal/wrongState`` where a number is
    ///   that of a transaction of another kind.
    func payments(
        _ reference: PaymentReference, _ request: EngineRequest, wanted: WantedMoney
    ) async throws(PaymentRefusal) -> [Payment] {
        if case .number(let number) = reference {
            return [try await transaction(number, request, wanted: wanted).authorization.payment]
        }
        let merchant = request.merchant.id
        let found = try await stored({ try await $0.payments(reference, of: merchant) })
        guard !found.isEmpty else { throw .paymentNotFound }
        return found
    }

    /// The transaction that a client names by its number.
    ///
    /// - Throws: As ``payments(_:_:wanted:)``.
    func transaction(
        _ number: TransactionNumber, _ request: EngineRequest, wanted: WantedMoney
    ) async throws(PaymentRefusal) -> StoredTransaction {
        let merchant = request.merchant.id
        guard let found = try await stored({ try await $0.transaction(number, of: merchant) })
        else { throw .paymentNotFound }
        guard wanted.kinds.contains(found.name.kind) else { throw .wrongState }
        return found
    }

    /// The newest payment that has room for an amount, nil for all that is left, and of those that can be refunded the
    /// tightest; where none has, the reason of the best candidate. For a capture by an order also how many payments were
    /// seen, see ``PlannedAdvice/paymentsSeen``; after the last one of a hold no older one of its card takes any.
    ///
    /// - Parameter isLast: Whether it is for the last capture of an order, which waits for all authorizations of that,
    ///   and for captures of its other holds: what came of them later would stay held.
    /// - Throws: Among others ``PaymentRefusal/inFlight`` for a capture of a hold whose renewal is at the acquirer.
    func payment(
        _ reference: PaymentReference, _ request: EngineRequest, wanted: WantedMoney,
        amount: Money?, isLast: Bool = false
    ) async throws(PaymentRefusal) -> (payment: Payment, amount: Money, seen: Int?) {
        if let amount, amount.isZero { throw .amountZero }
        var reason = PaymentRefusal.wrongState
        let found = try await payments(reference, request, wanted: wanted)
        for payment in wanted.inOrder(found, for: amount) {
            let amount = amount ?? wanted.whole(of: payment)
            guard payment.requested.currency == amount.currency else {
                reason = reason == .wrongState ? .currencyMismatch : reason
                continue
            }
            if reference.isOrder, payment.mayComeToHold(amount) {
                guard !isLast else { throw .inFlight }
                reason = .inFlight
                continue
            }
            guard !amount.isZero || payment.state != .authorized else {
                reason = reason.orBetter(wanted.shortage(of: payment, for: amount))
                continue
            }
            do {
                var copy = payment
                _ = try copy.apply(wanted.event(amount.minorUnits))
            } catch .amountExceeded {
                reason = reason.orBetter(wanted.shortage(of: payment, for: amount))
                continue
            } catch {
                continue
            }
            guard wanted.isCapture else {
                // A lapsed hold whose release was refused stands behind its renewal, which is what is meant.
                if wanted == .release, reference.isOrder,
                    try await isRenewed(payment, among: found, request)
                {
                    reason = reason.orBetter(.depleted)
                    continue
                }
                return (payment, amount, nil)
            }
            let last =
                reference.isOrder
                ? try await lastCaptured(after: payment, among: found, request) : nil
            if let closed = payment.isClosed ? payment : last {
                // What closed it may be refused, and what was captured be taken back, which opens it again.
                reason = reason.orBetter(closed.mayHoldMore ? .inFlight : .amountExceeded)
                continue
            }
            guard reference.isOrder else { return (payment, amount, nil) }
            guard try await !isBeingRenewed(payment, among: found, request) else {
                throw .inFlight
            }
            guard !isLast || !found.hasOther(inWorkBeside: payment) else { throw .inFlight }
            return (payment, amount, reference.seen(found, like: payment))
        }
        throw reason
    }

    /// The hold of an order whose last capture was made, or is at the acquirer, and that is newer than another one of its
    /// card and currency: the order is done with both. A renewal closes a hold too, which is no last capture.
    ///
    /// - Parameter found: The payments of the order, newest first.
    func lastCaptured(
        after held: Payment, among found: [Payment], _ request: EngineRequest
    ) async throws(PaymentRefusal) -> Payment? {
        for newer in found.prefix(while: { $0.id != held.id })
        where newer.isClosed && newer.amounts.captured + newer.amounts.capturing > 0
            && newer.handle == held.handle
            && newer.requested.currency == held.requested.currency
        {
            guard try await isRenewed(newer, among: found, request) else { return newer }
        }
        return nil
    }
}

extension PaymentReference {
    /// Whether it names an order, which may have several payments.
    var isOrder: Bool {
        if case .order = self { return true }
        return false
    }
}

extension [Payment] {
    /// Whether another of them of one's card and currency is being authorized, or has a capture at the acquirer.
    fileprivate func hasOther(inWorkBeside payment: Payment) -> Bool {
        contains { other in
            other.id != payment.id && other.handle == payment.handle
                && other.requested.currency == payment.requested.currency
                && (other.state == .authorizing && !other.isCheck || other.mayHoldMore)
        }
    }
}

extension Payment {
    /// Whether it is being authorized just now, for so much: a capture may find it in a moment.
    fileprivate func mayComeToHold(_ amount: Money) -> Bool {
        state == .authorizing && amount.minorUnits <= requested.minorUnits
    }
}

extension PaymentRefusal {
    /// The reason of the next candidate, unless this one may be asked again.
    fileprivate func orBetter(_ next: PaymentRefusal) -> PaymentRefusal {
        self == .inFlight ? self : next
    }
}
