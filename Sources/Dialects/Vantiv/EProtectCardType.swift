import PaymentDomain

extension CardNetwork {
    /// The member `type`: two letters of Vantiv's methodOfPaymentTypeEnum.
    ///
    /// The enum has none for UnionPay, whose cards Discover's network carries in the United States.
    ///
    /// Source: cnpAPI 12 XSD, methodOfPaymentTypeEnum.
    var eProtectType: String {
        switch self {
        case .visa: "VI"
        case .mastercard: "MC"
        case .amex: "AX"
        case .discover, .unionPay: "DI"
        case .diners: "DC"
        case .jcb: "JC"
        }
    }
}
