/// The merchant's side of a checkout: what stays the same from one payment to the next.
public struct Merchant: Sendable, Hashable {
    /// The processor's capabilities. Bits as in PassKit's `PKMerchantCapability`.
    public struct Capabilities: OptionSet, Sendable, Hashable {
        /// PassKit's bits.
        public let rawValue: UInt
        /// Takes PassKit's bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// 3-D Secure cryptograms: required of every merchant but those of China UnionPay alone.
        public static let threeDSecure = Capabilities(rawValue: 1)
        /// EMV cryptograms.
        public static let emv = Capabilities(rawValue: 2)
        /// Credit cards.
        public static let credit = Capabilities(rawValue: 4)
        /// Debit cards.
        public static let debit = Capabilities(rawValue: 8)
    }

    /// The Apple Pay merchant identifier, for example `merchant.com.example`.
    public let identifier: String
    /// The country in which the payment is processed, for example `US`.
    public let countryCode: String
    /// The currency of every amount.
    public let currency: CurrencyCode
    /// The networks that the merchant accepts, in the order of preference.
    public let networks: [CardNetwork]
    /// The processor's capabilities.
    public let capabilities: Capabilities

    /// Describes a merchant. The defaults are those of the three vendors' samples.
    ///
    /// - Throws: The ``CheckoutError`` of the first rule that is broken.
    public init(
        _ identifier: String, countryCode: String = "US", currency: CurrencyCode = .usd,
        networks: [CardNetwork] = [.amex, .masterCard, .visa],
        capabilities: Capabilities = .threeDSecure
    ) throws(CheckoutError) {
        guard !identifier.isEmpty else { throw .missingMerchantIdentifier }
        let isCountry =
            countryCode.utf8.count == 2
            && countryCode.utf8.allSatisfy { (0x41...0x5A).contains($0) }
        guard isCountry else { throw .invalidCountry }
        guard !networks.isEmpty else { throw .noNetworks }
        guard !capabilities.isDisjoint(with: [.threeDSecure, .emv]) else { throw .noCryptography }
        self.identifier = identifier
        self.countryCode = countryCode
        self.currency = currency
        self.networks = networks
        self.capabilities = capabilities
    }
}
