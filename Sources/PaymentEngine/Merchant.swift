import ApplePayToken
import PaymentDomain

/// A merchant, as the engine needs it.
package struct Merchant: Sendable {
    /// Its name in the database.
    package var id: MerchantID
    /// The keys that open its tokens, old and new side by side.
    package var keyring: MerchantKeyring
    /// How it is known at the acquirer.
    package var acquirer: AcquirerMerchant
    /// The card networks that it takes.
    package var networks: Set<CardNetwork>
    /// Whether more may be refunded than was captured; the refund is then a credit to the payment's card.
    package var allowsRefundBeyondCapture = false

    package init(
        id: MerchantID, keyring: MerchantKeyring, acquirer: AcquirerMerchant,
        networks: Set<CardNetwork> = Set(CardNetwork.allCases)
    ) {
        self.id = id
        self.keyring = keyring
        self.acquirer = acquirer
        self.networks = networks
    }
}
