import PaymentDomain

extension PaymentEngine {
    /// One payment of the merchant, or the newest ones.
    ///
    /// - Throws: ``PaymentRefusal/paymentNotFound`` if the payment, or the one that the list is to continue from, isn't the
    ///   merchant's.
    func findPayments(
        _ command: FindPaymentsCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        let merchant = request.merchant.id
        switch command {
        case .one(let id):
            let found = try await snapshot(of: id)
            guard found.authorization.payment.merchant == merchant else { throw .paymentNotFound }
            let summary = PaymentSummary(
                authorization: found.authorization, declineReason: found.declineReason)
            return try await safely(
                .payments(PaymentPage(payments: [summary.listed], hasMore: false)))
        case .newest(let limit, let before):
            // One more, to know whether there is one.
            let found = try await stored {
                try await ports.reader.newestPayments(of: merchant, before: before, upTo: limit + 1)
            }
            guard let found else { throw .paymentNotFound }
            let page = PaymentPage(
                payments: found.prefix(limit).map(\.listed), hasMore: found.count > limit)
            return try await safely(.payments(page))
        }
    }
}

/// A payment with its card, as lists have it.
package struct PaymentSummary: Sendable, Hashable {
    package let authorization: StoredAuthorization
    /// Why the issuer refused; nil if it did not.
    package let declineReason: DeclineReason?

    package init(authorization: StoredAuthorization, declineReason: DeclineReason?) {
        self.authorization = authorization
        self.declineReason = declineReason
    }

    package var payment: Payment { authorization.payment }
    package var details: AuthorizationDetails { authorization.details }

    /// The part of it that the merchant may know.
    fileprivate var listed: ListedPayment {
        var listed = ListedPayment(
            payment: payment, network: details.network, lastFour: details.lastFour,
            authorizationCode: authorization.authorizationCode, declineReason: declineReason)
        listed.metadata = details.metadata
        return listed
    }
}
