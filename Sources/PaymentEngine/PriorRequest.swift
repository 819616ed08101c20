import PaymentDomain

/// An earlier request with the same key, or under the same name, as the database has it now.
public struct PriorRequest: Sendable, Hashable {
    /// Keyed digest of the request.
    public let requestDigest: [UInt8]
    /// What it led to.
    public let subject: Subject

    /// What a request led to.
    public enum Subject: Sendable, Hashable {
        /// An authorization, sale or credit.
        case authorization(PriorAuthorization)
        /// A capture, refund, release or void.
        case operation(PriorOperation)
        /// Nothing: it found nothing to give up of this payment.
        case nothing(of: Payment)
    }

    /// A request and what it led to.
    public init(requestDigest: [UInt8], subject: Subject) {
        self.requestDigest = requestDigest
        self.subject = subject
    }
}

/// An authorization that an earlier request asked for.
public struct PriorAuthorization: Sendable, Hashable {
    /// The payment and its card.
    public let authorization: StoredAuthorization
    /// What the acquirer answered.
    public let answer: StoredAnswer
    /// The number of the transaction, in dialects that number them.
    public let number: TransactionNumber?
    /// The capture of a sale, or the credit, that came with the approval.
    public let booked: PriorOperation?

    /// An authorization.
    public init(
        _ authorization: StoredAuthorization, _ answer: StoredAnswer,
        number: TransactionNumber?, booked: PriorOperation?
    ) {
        self.authorization = authorization
        self.answer = answer
        self.number = number
        self.booked = booked
    }
}

/// What the acquirer answered to an authorization, beside its state and its code.
public struct StoredAnswer: Sendable, Hashable {
    /// Why it was declined.
    public var declineReason: DeclineReason?
    /// The network's reference.
    public var networkReference: String?
    /// What the issuer checked.
    public var checks = AcquirerChecks()
    /// Whether the card had not been seen before.
    public var isNewCard = false
    /// When it was written; nil before that.
    public var at: Timestamp?

    /// No answer yet.
    public init() {}
}

/// An operation that an earlier request asked for.
public struct PriorOperation: Sendable, Hashable {
    /// The operation, with the order that its request named.
    public let operation: StoredOperation
    /// Where it stands.
    public let state: OperationState
    /// The number of the transaction, in dialects that number them.
    public let number: TransactionNumber?
    /// When the acquirer answered.
    public let answeredAt: Timestamp?

    /// An operation.
    public init(
        _ operation: StoredOperation, _ state: OperationState, number: TransactionNumber?,
        answeredAt: Timestamp?
    ) {
        self.operation = operation
        self.state = state
        self.number = number
        self.answeredAt = answeredAt
    }

    /// Whether its client does not know yet what comes of it.
    var isBeingTold: Bool { operation.isInWork && state != .voiding }

    /// The result as its request heard it. If it heard that the operation stands, what the acquirer answered since is said
    /// too.
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
        result.number = number
        result.isNewCard = answer.isNewCard
        return result
    }

    /// How the authorization ended. A sale whose capture the acquirer refused before its client heard anything is none.
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
