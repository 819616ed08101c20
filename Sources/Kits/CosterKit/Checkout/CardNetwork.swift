/// A card network, by the raw value of PassKit's `PKPaymentNetwork`.
public struct CardNetwork: RawRepresentable, Sendable, Hashable {
    /// PassKit's own value, for example `Visa`.
    public let rawValue: String

    /// Names a network by PassKit's value, also one that this kit doesn't list.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// American Express.
    public static let amex = CardNetwork(rawValue: "AmEx")
    /// Discover.
    public static let discover = CardNetwork(rawValue: "Discover")
    /// Mastercard.
    public static let masterCard = CardNetwork(rawValue: "MasterCard")
    /// Visa.
    public static let visa = CardNetwork(rawValue: "Visa")
    /// JCB.
    public static let jcb = CardNetwork(rawValue: "JCB")
    /// Maestro.
    public static let maestro = CardNetwork(rawValue: "Maestro")
    /// China UnionPay.
    public static let chinaUnionPay = CardNetwork(rawValue: "ChinaUnionPay")
}
