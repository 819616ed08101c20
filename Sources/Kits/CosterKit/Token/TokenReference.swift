/// A processor's reference for a token: the app's server pays with it.
///
/// Redacted, because it and the merchant's credentials together can pay once.
public struct TokenReference: Sendable, Hashable {
    /// The protocol's own name for the value.
    public enum Kind: String, Sendable, Hashable {
        /// eProtect's `paypageRegistrationId`, valid for 24 hours.
        case paypageRegistrationID = "paypageRegistrationId"
        /// CardSecure's `token`.
        case cardSecureToken = "token"
        /// InstaMed's `applePayTokenID`, for one use.
        case instaMedTokenID = "applePayTokenID"
    }

    /// The protocol's own name for the value.
    public let kind: Kind
    /// The value to send to the app's server.
    public let value: Redacted<String>

    /// Names a value of a processor; nil if it is empty or longer than 512 characters.
    ///
    /// Source: cnpAPI, paypageRegistrationId, the longest of the three.
    public init?(kind: Kind, value: String) {
        guard (1...512).contains(value.utf8.count) else { return nil }
        self.kind = kind
        self.value = Redacted(value)
    }
}
