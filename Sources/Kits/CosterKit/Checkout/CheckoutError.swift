/// The rules of a checkout that a value broke.
public enum CheckoutError: Error, Sendable, Hashable, CaseIterable {
    /// The merchant identifier is empty.
    case missingMerchantIdentifier
    /// The country isn't two upper-case letters of ISO 3166.
    case invalidCountry
    /// The currency isn't three upper-case letters of ISO 4217.
    case invalidCurrency
    /// An amount isn't a decimal of its currency.
    case invalidAmount
    /// The total is below zero.
    case negativeTotal
    /// The total has no label: the sheet shows it after "PAY".
    case missingPayee
    /// No card network is accepted.
    case noNetworks
    /// Neither 3-D Secure nor EMV is accepted.
    case noCryptography
    /// Two amounts have different currencies.
    case mixedCurrencies
    /// The token contexts add up to more than the total.
    case contextsExceedTotal
    /// There are more than ``Limits/items`` items, shipping methods or token contexts.
    case tooManyItems
}

extension CheckoutError: CustomStringConvertible {
    /// A stable name for metrics and support.
    public var code: String {
        switch self {
        case .missingMerchantIdentifier: "merchant-identifier-missing"
        case .invalidCountry: "country-invalid"
        case .invalidCurrency: "currency-invalid"
        case .invalidAmount: "amount-invalid"
        case .negativeTotal: "total-negative"
        case .missingPayee: "payee-missing"
        case .noNetworks: "networks-missing"
        case .noCryptography: "capability-missing"
        case .mixedCurrencies: "currencies-mixed"
        case .contextsExceedTotal: "contexts-exceed-total"
        case .tooManyItems: "items-too-many"
        }
    }

    /// The error, with its correction.
    public var description: String {
        switch self {
        case .missingMerchantIdentifier:
            "The merchant identifier is empty. Use the one of your entitlement, for example merchant.com.example."
        case .invalidCountry:
            "The country isn't two upper-case letters. Use ISO 3166, for example US."
        case .invalidCurrency:
            "The currency isn't three upper-case letters. Use ISO 4217, for example USD."
        case .invalidAmount:
            "An amount isn't a decimal of its currency. Use for example 14.99 for USD."
        case .negativeTotal: "The total is below zero. Correct the items or the discount."
        case .missingPayee: "The total has no label. Use the name that customers know you by."
        case .noNetworks: "No card network is accepted. Name at least one."
        case .noCryptography: "Neither 3-D Secure nor EMV is accepted. Add `.threeDSecure`."
        case .mixedCurrencies:
            "Amounts have different currencies. Use the merchant's currency for each."
        case .contextsExceedTotal:
            "The token contexts add up to more than the total. Correct the amounts."
        case .tooManyItems: "There are more than \(Limits.items) items. Summarize them."
        }
    }
}
