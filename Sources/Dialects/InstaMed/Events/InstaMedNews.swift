import Events
import PaymentDomain

/// A transaction's new status, as a notification says it.
struct InstaMedNews: Sendable, Hashable {
    /// TransactionAction. Source: a client reads Sale and Refund; Auth is the name of the request.
    enum Action: String, Sendable {
        case sale = "Sale"
        case authorization = "Auth"
        case refund = "Refund"
    }

    /// The transaction: a refund has its own number, all else is about the payment's.
    let number: TransactionNumber
    let action: Action
    let current: InstaMedStatus
    /// The status that the transaction had first.
    let original: InstaMedStatus
    /// Set if less was approved than asked for.
    var partialApproval: Money?

    /// Nil for an event that changes no transaction's status, or whose transaction has no number.
    ///
    /// A sale is one transaction: its capture says that it was approved, so its approval says nothing. Of the release of
    /// a hold only a whole one is a void.
    init?(_ kind: EventKind, _ payment: EventPayment) {
        let names = payment.names
        guard let beginning = names.beginning else { return nil }
        let isSale = names.isSale
        let first = isSale ? InstaMedStatus.captured : .authorized
        switch kind {
        case .authorized, .partiallyAuthorized:
            guard !isSale else { return nil }
            self.init(beginning, .authorization, .authorized, first)
        case .declined: self.init(beginning, isSale ? .sale : .authorization, .declined, .declined)
        case .captured: self.init(beginning, isSale ? .sale : .authorization, .captured, first)
        case .captureRefused:
            guard isSale else { return nil }
            self.init(beginning, .sale, .declined, .declined)
        case .captureVoided: self.init(beginning, isSale ? .sale : .authorization, .voided, first)
        case .released:
            // The void of a sale is that of its capture.
            guard !isSale, payment.state == .released else { return nil }
            self.init(beginning, .authorization, .voided, first)
        case .reversed: self.init(beginning, isSale ? .sale : .authorization, .voided, first)
        case .refunded: self.init(refund: names.operation, .captured)
        case .refundRefused: self.init(refund: names.operation, .declined)
        case .refundVoided: self.init(refund: names.operation, .voided)
        case .notSent, .outcomeUnknown, .cancelled, .nothingLeft, .captureVoidRefused,
            .releaseRefused, .refundVoidRefused, .credited, .creditVoided, .creditVoidRefused,
            .batchClosed:
            return nil
        }
        let isApproval = current == first && action != .refund
        if isApproval, payment.amount.minorUnits < payment.requested.minorUnits,
            isSale || current == .authorized
        {
            partialApproval = payment.amount
        }
    }

    private init(
        _ number: TransactionNumber, _ action: Action, _ current: InstaMedStatus,
        _ original: InstaMedStatus
    ) {
        self.number = number
        self.action = action
        self.current = current
        self.original = original
    }

    /// A refund; nil if its client has no number for it.
    private init?(refund number: TransactionNumber?, _ current: InstaMedStatus) {
        guard let number else { return nil }
        self.init(number, .refund, current, current == .declined ? .declined : .captured)
    }

    /// AuthorizationCode; of a refund the end of its number, as in its reply.
    func authorizationCode(of payment: EventPayment) -> String? {
        guard current != .declined else { return nil }
        guard action == .refund else { return payment.names.authorizationCode }
        return String(InstaMedTransactionID(number).text.suffix(6))
    }

    /// ResponseCode and ResponseMessage.
    var response: InstaMedResponse {
        switch current {
        case .declined: .declined
        case .voided: .voided
        case .authorized, .captured, .settled, .savedOnFile:
            partialApproval.map { .partiallyApproved($0) } ?? .approved
        }
    }
}
