import PaymentDomain

/// The retry that a shop may make after the issuer of a Visa card has declined: `declineCategory`, and its text.
///
/// Source: CardPointe Gateway API, declineCategory and declineCategoryText (25 characters at most); Visa Core Rules
/// 7.3.6.
enum CardPointeDeclineCategory: String, Sendable, Hashable, CaseIterable {
    case doNotRetry = "1"
    case waitToRetry = "2"
    case fixRequest = "3"

    /// The category of a decline; nil if there isn't one: for another network's card, and for the gateway's own answers.
    init?(_ reason: DeclineReason?, _ network: CardNetwork?, _ code: CardPointeCode) {
        guard let reason, network == .visa, code.processor != CardPointeCode.gateway else {
            return nil
        }
        switch reason.retryAdvice {
        case .doNotRetry: self = .doNotRetry
        case .retryLater: self = .waitToRetry
        case .finalDecline: self = .fixRequest
        }
    }

    /// `declineCategoryText`.
    var text: String {
        switch self {
        case .doNotRetry: "Do not retry"
        case .waitToRetry: "Wait to retry"
        case .fixRequest: "Fix the request and retry"
        }
    }
}
