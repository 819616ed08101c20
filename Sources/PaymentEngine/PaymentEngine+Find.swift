import PaymentDomain

extension MoneyUse {
    /// What a client's number must be the number of.
    ///
    /// Source: cnpAPI, capture and authReversal name an authorization; credit names a capture or a sale.
    fileprivate var kinds: Set<TransactionKind> {
        switch self {
        case .capture, .release: [.authorization]
        case .refund: [.capture, .sale, .forcedCapture]
        }
    }

    /// The payments that a client may mean, the one first that an amount is to be had of.
    ///
    /// Of several that were captured it is refunded where it leaves least: a debit that is given back whole, by its own
    /// amount, is not begun by another's refund. Where several are as tight, the newest is first.
    fileprivate func inOrder(_ newestFirst: [Payment], for amount: Money?) -> [Payment] {
        guard self == .refund, amount != nil, newestFirst.count > 1 else { return newestFirst }
        return newestFirst.enumerated().sorted {
            let (one, other) = ($0.element.amounts.refundable, $1.element.amounts.refundable)
            return one == other ? $0.offset < $1.offset : one < other
        }.map(\.element)
    }
}

extension PaymentEngine {
    /// The payments that a client may mean, newest first.
    ///
    /// - Throws: ``PaymentRefusal/paymentNotFound`` where there is none, ``PaymentRefusal/wrongState`` where a number is
    ///   that of a transaction of another kind.
    func payments(
        _ reference: PaymentReference, _ request: EngineRequest, wanted: MoneyUse
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
        _ number: TransactionNumber, _ request: EngineRequest, wanted: MoneyUse
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
        _ reference: PaymentReference, _ request: EngineRequest, wanted: MoneyUse,
        amount: Money?, isLast: Bool = false
    ) async throws(PaymentRefusal) -> (payment: Payment, amount: Money, seen: Int?) {
        if let amount, amount.isZero { throw .amountZero }
        var reason = PaymentRefusal.wrongState
        let found = try await payments(reference, request, wanted: wanted)
        for payment in wanted.inOrder(found, for: amount) {
            if reference.isOrder, payment.mayComeToHold(amount) {
                guard !isLast else { throw .inFlight }
                reason = .inFlight
                continue
            }
            let used: Money
            do {
                used = try payment.decide(wanted, amount).get()
            } catch {
                reason = reason.orBetter(error)
                continue
            }
            guard wanted == .capture else {
                // A lapsed hold whose release was refused stands behind its renewal, which is what is meant.
                if wanted == .release, reference.isOrder,
                    try await isRenewed(payment, among: found, request)
                {
                    reason = reason.orBetter(.depleted)
                    continue
                }
                return (payment, used, nil)
            }
            guard reference.isOrder else { return (payment, used, nil) }
            if let last = try await lastCaptured(after: payment, among: found, request) {
                // What closed it may be refused, and what was captured be taken back, which opens it again.
                reason = reason.orBetter(last.isRemainderPending ? .inFlight : .depleted)
                continue
            }
            guard try await !isBeingRenewed(payment, among: found, request) else {
                throw .inFlight
            }
            guard !isLast || !found.hasOther(inWorkBeside: payment) else { throw .inFlight }
            return (payment, used, reference.seen(found, like: payment))
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
                && (other.state == .authorizing && !other.isCardCheck || other.isRemainderPending)
        }
    }
}

extension Payment {
    /// Whether it is being authorized just now, for so much: a capture may find it in a moment.
    fileprivate func mayComeToHold(_ amount: Money?) -> Bool {
        guard state == .authorizing else { return false }
        guard let amount else { return true }
        return amount.currency == requested.currency && amount.minorUnits <= requested.minorUnits
    }
}

extension PaymentRefusal {
    /// The reason of the next candidate, unless this one says more: it may be asked again, or the next one is only in the
    /// wrong state, or in another currency.
    fileprivate func orBetter(_ next: PaymentRefusal) -> PaymentRefusal {
        if self == .inFlight || next == .wrongState { return self }
        if next == .currencyMismatch, self != .wrongState { return self }
        return next
    }
}
