import PaymentDomain

/// transactionStatus: the status that clients decide by.
///
/// Source: InstaMed's portal, the list of letters; O from a client. No operation here gives SE, CB, RI or X.
enum InstaMedStatus: String, Sendable, CaseIterable {
    case authorized = "A"
    case captured = "C"
    case declined = "D"
    case voided = "V"
    case settled = "S"
    case savedOnFile = "O"

    /// The status of a payment; nil where nobody knows it yet, which is neither an approval nor a decline.
    init?(_ payment: FoundPayment) {
        switch payment.state {
        case .authorizing, .outcomeUnknown: return nil
        case .declined, .notSent: self = .declined
        case .reversed, .released: self = .voided
        case .credited: self = payment.isSettled ? .settled : .captured
        // The acquirer may yet refuse it.
        case .authorized where payment.isCaptureInWork: return nil
        case .authorized:
            let amounts = payment.amounts
            if amounts.captured - amounts.uncapturing + amounts.capturing > 0 {
                self = payment.isSettled ? .settled : .captured
            } else if amounts.uncapturing > 0 {
                // The acquirer may yet refuse to take it back.
                return nil
            } else if payment.isClosed {
                // Nothing is captured of it any more, whether the acquirer releases the hold or not.
                self = .voided
            } else if amounts.remaining > 0 {
                self = .authorized
            } else if amounts.releasing > 0 {
                return nil
            } else {
                self = .voided
            }
        }
    }
}

/// responseCode with responseMessage.
///
/// Source: portal (000, 010); a client (001, VOIDED). The portal documents no other.
enum InstaMedResponse: Sendable, Hashable {
    case approved
    case partiallyApproved(Money)
    case voided
    case declined

    /// responseCode.
    var code: String {
        switch self {
        case .approved, .voided: "000"
        case .partiallyApproved: "010"
        case .declined: "001"
        }
    }

    /// responseMessage.
    var message: String {
        switch self {
        case .approved: "APPROVAL"
        case .partiallyApproved(let amount): "Partially Approved $\(amount.decimal)"
        case .voided: "VOIDED"
        case .declined: "DECLINED"
        }
    }

    /// The result's name, for metrics.
    var outcome: String {
        switch self {
        case .approved: "approved"
        case .partiallyApproved: "partially-approved"
        case .voided: "voided"
        case .declined: "declined"
        }
    }
}
