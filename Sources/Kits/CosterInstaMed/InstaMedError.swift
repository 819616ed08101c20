import CosterKit
import Foundation

/// The reasons for which InstaMed has no ID for a token. In each of them no money moved.
public enum InstaMedError: Error, Sendable, Hashable {
    /// `InstaMed.relay` isn't set.
    case relayMissing
    /// The device's token can't be sent.
    case token(TokenError)
    /// The request failed.
    case client(ClientError)
}

/// The codes of an `NSError` with the domain `InstaMedErrorCodeDomain`, a constant of Objective-C.
#if canImport(ObjectiveC)
    @objc
#endif
public enum InstaMedErrorCode: Int, Error {
    /// `InstaMed.relay` isn't set.
    case relayMissing = 1
    /// The iOS simulator made an empty token.
    case simulatorToken
    /// The token isn't one of PassKit's, or of an unknown version.
    case invalidToken
    /// The server wasn't reached.
    case notSent
    /// The server didn't reply.
    case noAnswer
    /// The server or InstaMed refused the request.
    case refused
}

extension InstaMedError: CustomStringConvertible {
    /// The code for Objective-C.
    public var code: InstaMedErrorCode {
        switch self {
        case .relayMissing: .relayMissing
        case .token(.simulatorToken): .simulatorToken
        case .token: .invalidToken
        case .client(.insecureURL), .client(.notSent): .notSent
        case .client(.noAnswer): .noAnswer
        case .client(.unsupportedVersion), .client(.refused), .client(.unreadableReply): .refused
        }
    }

    /// The message, with the next step.
    public var description: String {
        switch self {
        case .relayMissing: "`InstaMed.relay` isn't set. Set it when the app starts."
        case .token(let error): error.description
        case .client(let error): error.description
        }
    }
}

extension InstaMedError: CustomNSError {
    /// The domain, with the text that the compiler gives Objective-C's constant.
    public static var errorDomain: String { "CosterInstaMed.InstaMedErrorCode" }
    /// The code's number.
    public var errorCode: Int { code.rawValue }
    /// The description, as the localized one.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}
