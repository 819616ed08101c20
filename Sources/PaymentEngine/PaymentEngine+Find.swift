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

    /// All that can be had.
    fileprivate func whole(of payment: Payment) -> Money {
        switch self {
        case .capture, .release: payment.remaining
        case .refund: payment.refundable
        }
    }

    /// Why an amount cannot be had.
    fileprivate func shortage(of payment: Payment, for amount: Int64) -> PaymentRefusal {
        switch self {
        case .refund: payment.mayYetRefund(amount) ? .inFlight : .amountExceeded
        case .capture, .release:
            amount > payment.amounts.authorized ? .amountExceeded : .depleted
        }
    }
}

extension Payment {
    /// Whether an amount could be refunded if the acquirer takes what is being captured: nobody knows that yet, and who
    /// asks again may be given it.
    fileprivate func mayYetRefund(_ amount: Int64) -> Bool {
        let (room, overflow) = amounts.refundable.addingReportingOverflow(amounts.capturing)
        return amounts.capturing > 0 && !overflow && amount <= room
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

    /// The newest payment that has room for an amount, nil for all that is left; where none has, the reason of the
    /// best candidate.
    func payment(
        _ reference: PaymentReference, _ request: EngineRequest, wanted: WantedMoney,
        amount: Money?
    ) async throws(PaymentRefusal) -> (payment: Payment, amount: Money) {
        if let amount, amount.isZero { throw .amountZero }
        var reason = PaymentRefusal.wrongState
        for payment in try await payments(reference, request, wanted: wanted) {
            let amount = amount ?? wanted.whole(of: payment)
            guard payment.requested.currency == amount.currency else {
                reason = reason == .wrongState ? .currencyMismatch : reason
                continue
            }
            guard !amount.isZero || payment.state != .authorized else {
                reason = reason.orBetter(wanted.shortage(of: payment, for: 0))
                continue
            }
            do {
                var copy = payment
                _ = try copy.apply(wanted.event(amount.minorUnits))
                return (payment, amount)
            } catch .amountExceeded {
                reason = reason.orBetter(wanted.shortage(of: payment, for: amount.minorUnits))
            } catch {
                continue
            }
        }
        throw reason
    }
}

extension PaymentRefusal {
    /// The reason of the next candidate, unless this one may be asked again.
    fileprivate func orBetter(_ next: PaymentRefusal) -> PaymentRefusal {
        self == .inFlight ? self : next
    }
}
