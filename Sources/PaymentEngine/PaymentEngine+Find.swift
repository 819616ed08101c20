import PaymentDomain

extension MoneyUse {
    /// The kinds of transaction that a client's number may name.
    ///
    /// Source: cnpAPI, capture and authReversal name an authorization; credit names a capture or a sale.
    fileprivate var kinds: Set<TransactionKind> {
        switch self {
        case .capture, .release: [.authorization]
        case .refund: [.capture, .sale, .forcedCapture]
        }
    }
}

extension PaymentEngine {
    /// The payments that a client may mean, newest first.
    ///
    /// - Throws: ``PaymentRefusal/paymentNotFound`` if there are none, ``PaymentRefusal/wrongState`` if a number is
    ///   that of a transaction of another kind.
    func payments(
        _ reference: PaymentReference, _ request: EngineRequest, wanted: MoneyUse
    ) async throws(PaymentRefusal) -> [Payment] {
        if case .number(let number) = reference {
            return [try await transaction(number, request, wanted: wanted).authorization.payment]
        }
        let merchant = request.merchant.id
        let found = try await stored({ try await ports.reader.payments(reference, of: merchant) })
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
        guard
            let found = try await stored({
                try await ports.reader.transaction(number, of: merchant)
            })
        else { throw .paymentNotFound }
        guard wanted.kinds.contains(found.name.kind) else { throw .wrongState }
        return found
    }
}

extension PaymentReference {
    /// The order that it names; nil if it names one payment.
    func order(of merchant: MerchantID) -> OrderName? {
        guard case .order(let reference, let card) = self else { return nil }
        return OrderName(reference, of: merchant, card: card)
    }

    /// Whether it names an order, which may have several payments.
    var isOrder: Bool {
        if case .order = self { return true }
        return false
    }
}
