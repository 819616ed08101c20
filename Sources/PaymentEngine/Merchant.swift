import ApplePayToken
import PaymentDomain

/// A merchant, as the engine needs it.
package struct Merchant: Sendable {
    /// Its name in the database.
    package var id: MerchantID
    /// The keys that open its tokens, old and new side by side.
    package var keyring: MerchantKeyring
    /// How it is known at the acquirer.
    private let acquirer: AcquirerMerchant
    /// Its numbers at lines that know it by another one.
    package var numbersAtLines: [LineID: String] = [:]
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

    /// How it is known over a line.
    package func acquirer(at line: LineID) -> AcquirerMerchant {
        acquirer.known(as: numbersAtLines[line])
    }
}

extension AcquirerMerchant {
    /// The same merchant under another number; nil for its own.
    package func known(as number: String?) -> AcquirerMerchant {
        AcquirerMerchant(
            merchantNumber: number ?? merchantNumber, terminalNumber: terminalNumber,
            categoryCode: categoryCode)
    }
}
