import PaymentDomain

/// An earlier request with the same key, or under the same name, as the database has it now.
package struct PriorRequest: Sendable, Hashable {
    /// Keyed digest of the request.
    package let requestDigest: [UInt8]
    package let subject: Subject

    /// The result of a request.
    package enum Subject: Sendable, Hashable {
        /// An authorization, sale or credit.
        case authorization(PriorAuthorization)
        /// A capture, refund, release or void.
        case operation(PriorOperation)
        /// None: there was nothing to release of this payment.
        case nothing(of: Payment)
    }

    /// A request and what it led to.
    package init(requestDigest: [UInt8], subject: Subject) {
        self.requestDigest = requestDigest
        self.subject = subject
    }
}

/// An authorization that an earlier request asked for.
package struct PriorAuthorization: Sendable, Hashable {
    /// The payment and its card.
    package let authorization: StoredAuthorization
    package let answer: StoredAnswer
    /// The number of the transaction, in dialects that number them.
    package let number: TransactionNumber?
    /// The capture of a sale, or the credit, that came with the approval.
    package let booked: PriorOperation?

    package init(
        _ authorization: StoredAuthorization, _ answer: StoredAnswer,
        number: TransactionNumber?, booked: PriorOperation?
    ) {
        self.authorization = authorization
        self.answer = answer
        self.number = number
        self.booked = booked
    }
}

/// The acquirer's answer to an authorization, beside its state and its code.
package struct StoredAnswer: Sendable, Hashable {
    /// Why it was declined.
    package var declineReason: DeclineReason?
    package var networkReference: String?
    package var checks = AcquirerChecks()
    /// Whether the card had not been seen before.
    package var isNewCard = false
    /// When it was written; nil before that.
    package var at: Timestamp?

    /// No answer yet.
    package init() {}
}

/// An operation that an earlier request asked for.
package struct PriorOperation: Sendable, Hashable {
    /// The operation, with the order that its request named.
    package let operation: StoredOperation
    package let state: OperationState
    /// The number of the transaction, in dialects that number them.
    package let number: TransactionNumber?
    /// When the acquirer answered.
    package let answeredAt: Timestamp?

    package init(
        _ operation: StoredOperation, _ state: OperationState, number: TransactionNumber?,
        answeredAt: Timestamp?
    ) {
        self.operation = operation
        self.state = state
        self.number = number
        self.answeredAt = answeredAt
    }

    /// Whether its client does not know yet what comes of it.
    var isInProgress: Bool { operation.isInProgress && state != .voiding }

    /// The result as its request heard it. If it heard that the operation is final, with the acquirer's answer since.
    var result: RecordedResult {
        let heardAt = operation.wasAccepted ? nil : answeredAt
        var result = RecordedResult(
            paymentID: operation.paymentID, operationID: operation.id,
            orderReference: operation.orderReference, amount: operation.amount,
            refusal: operation.refusal, isAnswered: operation.isAnswered,
            at: heardAt ?? operation.at)
        result.number = number
        return result
    }
}

extension PriorAuthorization {
    /// The result as its request heard it.
    var result: AuthorizationResult {
        let payment = authorization.payment
        let details = authorization.details
        var result = AuthorizationResult(
            paymentID: payment.id, orderReference: payment.orderReference, outcome: outcome,
            amountRequested: payment.requested,
            amountAuthorized: .zero(payment.requested.currency), handle: payment.handle,
            issuerPrefix: details.issuerPrefix, lastFour: details.lastFour,
            at: answer.at ?? payment.createdAt)
        if result.outcome == .approved {
            result.amountAuthorized =
                payment.state == .credited
                ? payment.requested : payment.money(payment.amounts.authorized)
            result.authorizationCode = authorization.authorizationCode
        }
        result.originalLastFour = details.originalLastFour
        result.network = details.network
        result.expiry = details.expiry
        result.networkReference = answer.networkReference
        result.addressCheck = answer.checks.address
        result.securityCodeCheck = answer.checks.securityCode
        result.amexChecks = answer.checks.amex
        result.processorCode = answer.checks.processorCode
        result.number = number
        result.isNewCard = answer.isNewCard
        result.isCaptureOpen =
            booked.map { !$0.operation.isAnswered || $0.operation.wasAccepted } ?? false
        return result
    }

    /// How the authorization ended. A sale whose capture the acquirer refused before its client heard anything is
    /// declined.
    private var outcome: AuthorizationResult.Outcome {
        switch authorization.payment.state {
        case .authorized, .released, .credited:
            guard let booked, booked.state == .refused, !booked.operation.wasAccepted,
                let refusal = booked.operation.refusal
            else { return .approved }
            return .declined(refusal)
        case .declined: return answer.declineReason.map { .declined($0) } ?? .unknown
        case .notSent: return .notSent
        case .authorizing, .outcomeUnknown, .reversed: return .unknown
        }
    }
}
