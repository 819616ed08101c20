import PaymentDomain

/// The order that the buyer is asked to pay on the simulated device, and the device's answer.
package struct SimulatedOrder: Sendable {
    /// The two kinds of payment data.
    ///
    /// Source: Apple, Payment token format reference, "paymentDataType".
    package enum PaymentDataType: String, Sendable, Hashable, CaseIterable {
        /// A cryptogram, and an indicator if the network has one.
        case threeDSecure = "3DSecure"
        /// EMV data.
        case emv = "EMV"
    }

    /// Which indicator the token carries.
    package enum Indicator: Sendable, Hashable {
        /// That of the card's network.
        case usual
        /// None.
        case absent
        /// This one, right or wrong.
        case value(String)
    }

    package var amount: Money
    /// The card that pays.
    package var card: TestCard
    package var version: SimulatedTokenVersion
    /// When the device signs.
    package var at: Timestamp
    /// The layout of the signature.
    package var layout = SignatureLayout.current
    /// The SHA-256 of the request's applicationData, 32 bytes; nil if the shop set none.
    package var applicationData: [UInt8]?
    /// The transaction identifier; nil for 32 random bytes.
    package var transactionID: [UInt8]?
    /// The kind of payment data.
    package var paymentDataType = PaymentDataType.threeDSecure
    /// The cryptogram; nil for 20 random bytes.
    package var cryptogram: [UInt8]?
    package var indicator = Indicator.usual
    /// The EMV data; nil for some. Only with ``PaymentDataType/emv``.
    package var emvData: [UInt8]?
    /// The encrypted PIN; only with ``PaymentDataType/emv``, and from Apple only in RSA_v1.
    package var encryptedPIN: [UInt8]?
    /// The last day of the card, `YYMMDD`.
    package var expirationDate = TestCard.expirationDate
    /// The buyer's name, if the shop asked for it.
    package var cardholderName: String?
    /// A token for later payments, if the shop asked for one.
    package var merchantToken: SimulatedMerchantToken?
    /// The other merchants that the same payment pays, if the shop named some.
    package var authenticationResponses: [SimulatedAuthenticationResponse] = []

    /// An order that is paid in the simplest way.
    package init(
        amount: Money, card: TestCard = .visa, version: SimulatedTokenVersion = .ecV1,
        at moment: Timestamp
    ) {
        self.amount = amount
        self.card = card
        self.version = version
        at = moment
    }
}

/// The fields that a merchant token request adds to the payload.
///
/// Source: Apple, Payment token format reference, "merchantTokenIdentifier", "merchantTokenMetadata".
package struct SimulatedMerchantToken: Sendable, Hashable {
    /// The identifier of the merchant token.
    package var identifier: String
    /// The last digits of the card behind it.
    package var cardSuffix: String
    /// The expiration date of the card behind it.
    package var expirationDate: String

    package init(identifier: String, cardSuffix: String = "1111", expirationDate: String = "491231")
    {
        self.identifier = identifier
        self.cardSuffix = cardSuffix
        self.expirationDate = expirationDate
    }
}

/// One merchant's share of a payment to several merchants.
///
/// Source: Apple, Payment token format reference, "authenticationResponses".
package struct SimulatedAuthenticationResponse: Sendable, Hashable {
    package var merchantIdentifier: String
    /// The cryptogram for this merchant.
    package var authenticationData: [UInt8]
    package var amount: Money

    package init(merchantIdentifier: String, authenticationData: [UInt8], amount: Money) {
        self.merchantIdentifier = merchantIdentifier
        self.authenticationData = authenticationData
        self.amount = amount
    }
}
