import AcquirerKit
import PaymentDomain
import PaymentEngine

extension AcquirerAnswer {
    /// The answer to an authorization or a credit that was done; nil if it can't be one to this request.
    init?(success reply: CybersourceReply, to request: AcquirerAuthorization) {
        let isCredit = request.purpose == .credit
        guard let id = reply.id, let amount = reply.amount(of: request),
            let reference = isCredit
                ? CybersourceReference(.credit, id)
                : CybersourceReference(.payment, id, approved: amount.minorUnits)
        else { return nil }
        var approval = AcquirerApproval(
            amount: amount, authorizationCode: reply.authorizationCode ?? "",
            networkReference: reply.networkTransactionID, checks: AcquirerChecks(reply))
        approval.acquirerReference = reference.acquirerReference
        self = .approved(approval)
    }

    /// The answer to one that was refused for a reason of the table.
    init(refusal reply: CybersourceReply) {
        var checks = AcquirerChecks(reply)
        let reason = reply.reason.flatMap { CybersourceReason.named($0) }
        checks.processorCode = reason.flatMap {
            ProcessorCode(system: "cybersource", code: $0.number)
        }
        self = .declined(reason?.decline ?? .other, checks)
    }
}

extension CybersourceReply {
    /// The approved amount; nil if it is missing from a partial approval, of another currency, or more than was asked for.
    fileprivate func amount(of request: AcquirerAuthorization) -> Money? {
        let asked = request.amount
        guard let approved else { return status == "PARTIAL_AUTHORIZED" ? nil : asked }
        guard approved.currency == asked.currency, approved.minorUnits <= asked.minorUnits,
            approved.isZero == asked.isZero
        else { return nil }
        return approved
    }
}

extension AcquirerChecks {
    /// The checks of an answer.
    fileprivate init(_ reply: CybersourceReply) {
        self.init(
            address: reply.avsResult.flatMap { AddressCheck(letter: $0) },
            securityCode: reply.securityCodeResult.flatMap { SecurityCodeCheck(letter: $0) })
    }
}
