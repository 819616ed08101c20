/// The reasons for which payment data is not a token that can be sent.
public enum TokenError: Error, Sendable, Hashable, CaseIterable {
    /// The payment data is empty: the iOS simulator makes no tokens.
    case simulatorToken
    /// The payment data is longer than ``Limits/paymentData``.
    case tooLarge
    /// The payment data isn't the JSON object that PassKit makes.
    case malformed
    /// The version is neither `EC_v1` nor `RSA_v1`.
    case unsupportedVersion
}

extension TokenError: CustomStringConvertible {
    /// A stable name for metrics and support.
    public var code: String {
        switch self {
        case .simulatorToken: "simulator-token"
        case .tooLarge: "token-too-large"
        case .malformed: "token-malformed"
        case .unsupportedVersion: "token-version"
        }
    }

    /// The message, with the next step.
    public var description: String {
        switch self {
        case .simulatorToken:
            "The iOS simulator made an empty token. Use a device with a sandbox card, or in a debug build "
                + "pass `SimulatorTokens` with your Coster sandbox's URL."
        case .tooLarge:
            "The payment data is longer than \(Limits.paymentData) bytes. Send what PassKit gave you."
        case .malformed:
            "The payment data isn't Apple Pay's JSON. Send `PKPaymentToken.paymentData` unchanged."
        case .unsupportedVersion:
            "The token's version is neither EC_v1 nor RSA_v1. Check that the data comes from PassKit."
        }
    }
}
