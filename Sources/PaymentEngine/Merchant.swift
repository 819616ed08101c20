import ApplePayToken
import PaymentDomain

/// A merchant, as the engine needs it.
public struct Merchant: Sendable {
    /// Its name in the books.
    public var id: MerchantID
    /// The keys that open its tokens, old and new side by side.
    public var keyring: MerchantKeyring
    /// How it is known at the acquirer.
    public var acquirer: AcquirerMerchant
    /// The card networks that it takes.
    public var networks: Set<CardNetwork>
    /// Whether more may be refunded than was captured; the refund is then a credit to the payment's card.
    public var allowsRefundBeyondCapture = false

    /// A merchant.
    public init(
        id: MerchantID, keyring: MerchantKeyring, acquirer: AcquirerMerchant,
        networks: Set<CardNetwork> = Set(CardNetwork.allCases)
    ) {
        self.id = id
        self.keyring = keyring
        self.acquirer = acquirer
        self.networks = networks
    }
}
