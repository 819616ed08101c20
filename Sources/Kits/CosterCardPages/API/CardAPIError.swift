import CosterKit
import Foundation

/// The errors that an API object gives in `CCCAPIErrorDomain` or `BMSAPIErrorDomain`.
///
/// The vendor publishes names for the first two and no numbers.
package enum CardAPIError: Int, Error, Sendable, CaseIterable {
    case noEndpoint = 1
    case invalidCardData
    case simulatorToken
    case invalidToken
    case notSent
    case noAnswer
    case refused
    case unreadableReply
    case noBridge

    package init(_ error: TokenError) {
        self = error == .simulatorToken ? .simulatorToken : .invalidToken
    }

    package init(_ error: ClientError) {
        switch error {
        case .insecureURL: self = .noEndpoint
        case .unsupportedVersion: self = .invalidToken
        case .notSent: self = .notSent
        case .noAnswer: self = .noAnswer
        case .refused: self = .refused
        case .unreadableReply: self = .unreadableReply
        }
    }

    /// The message, with the next step.
    package var message: String {
        switch self {
        case .noEndpoint:
            "The endpoint isn't set. Set it to your host, for example fts.cardconnect.com."
        case .invalidCardData:
            "The card isn't valid. Check number, expiration date and security code."
        case .simulatorToken: TokenError.simulatorToken.description
        case .invalidToken: TokenError.malformed.description
        case .notSent: ClientError.notSent.description
        case .noAnswer: "The server didn't reply. Start a new payment: no money moved."
        case .refused: "The server refused the card or token. Try again, or use another card."
        case .unreadableReply: "The reply isn't one of CardSecure. Check the endpoint."
        case .noBridge:
            "The app can't authorize Apple Pay. Add authApplePayTransactionWithToken to the bridge."
        }
    }

    /// The error for an app.
    package func error(domain: String) -> NSError {
        NSError(
            domain: domain, code: rawValue, userInfo: [NSLocalizedDescriptionKey: message])
    }
}
