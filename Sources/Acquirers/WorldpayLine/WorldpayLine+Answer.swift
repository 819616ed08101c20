import PaymentDomain
import PaymentEngine

extension AcquirerAnswer {
    /// The answer to an authorization or a credit; nil if it can't be one to this request.
    init?(_ answer: CNPAnswer, to request: AcquirerAuthorization) {
        var checks = AcquirerChecks(answer)
        // A credit may be answered before it is done, and is then done all the same.
        let isReceived =
            request.purpose == .credit && answer.response == WorldpayCode.received
        switch isReceived ? .approved : WorldpayCode.verdict(answer.response) {
        case nil: return nil
        case .declined(let reason):
            checks.processorCode = ProcessorCode(system: "cnp", code: answer.response)
            self = .declined(reason, checks)
        case .approved:
            let kind: WorldpayReference.Kind =
                request.purpose == .credit ? .refund : .authorization
            guard let number = answer.number, let amount = answer.amount(of: request) else {
                return nil
            }
            var approval = AcquirerApproval(
                amount: amount, authorizationCode: answer.authorizationCode ?? "",
                networkReference: answer.networkTransactionID, checks: checks)
            approval.acquirerReference = WorldpayReference(kind, number).acquirerReference
            self = .approved(approval)
        }
    }
}

extension CNPAnswer {
    /// The approved amount; nil if it is missing from a partial approval, or more than was asked for.
    fileprivate func amount(of request: AcquirerAuthorization) -> Money? {
        guard let units = approvedAmount else {
            return response == WorldpayCode.partiallyApproved ? nil : request.amount
        }
        guard units <= request.amount.minorUnits,
            (units == 0) == request.amount.isZero
        else { return nil }
        return try? Money(minorUnits: units, currency: request.amount.currency)
    }
}

extension AcquirerChecks {
    /// The checks of an answer.
    fileprivate init(_ answer: CNPAnswer) {
        self.init(
            address: answer.avsResult.flatMap { AddressCheck(avsResult: $0) },
            securityCode: answer.cardValidationResult.flatMap {
                SecurityCodeCheck(cardValidationResult: $0)
            })
    }
}
