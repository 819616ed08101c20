import PaymentDomain

/// What the buyer is asked to pay on the simulated device, and how the device answers.
public struct SimulatedOrder: Sendable {
    /// The two kinds of payment data.
    ///
    /// Source: Apple, Payment token format reference, "paymentDataType".
    public enum PaymentDataType: String, Sendable, Hashable, CaseIterable {
        /// A cryptogram, and an indicator where the network has one.
        case threeDSecure = "3DSecure"
        /// EMV data.
        case emv = "EMV"
    }

    /// Which indicator the token carries.
    public enum Indicator: Sendable, Hashable {
        /// That of the card's network.
        case usual
        /// None.
        case absent
        /// This one, right or wrong.
        case value(String)
    }

    /// The amount.
    public var amount: Money
    /// The card that pays.
    public var card: TestCard
    /// The version of the token.
    public var version: SimulatedTokenVersion
    /// When the device signs.
    public var at: Timestamp
    /// The layout of the signature.
    public var layout = SignatureLayout.current
    /// The SHA-256 of the request's applicationData, 32 bytes; nil where the shop set none.
    public var applicationData: [UInt8]?
    /// The transaction identifier; nil for 32 random bytes.
    public var transactionID: [UInt8]?
    /// The kind of payment data.
    public var paymentDataType = PaymentDataType.threeDSecure
    /// The cryptogram; nil for 20 random bytes.
    public var cryptogram: [UInt8]?
    /// The indicator.
    public var indicator = Indicator.usual
    /// The EMV data; nil for some. Only with ``PaymentDataType/emv``.
    public var emvData: [UInt8]?
    /// The encrypted PIN; only with ``PaymentDataType/emv``, and from Apple only in RSA_v1.
    public var encryptedPIN: [UInt8]?
    /// The buyer's name, where the shop asked for it.
    public var cardholderName: String?
    /// A token for later payments, where the shop asked for one.
    public var merchantToken: SimulatedMerchantToken?
    /// The other merchants who are paid in the same go, where the shop named some.
    public var authenticationResponses: [SimulatedAuthenticationResponse] = []

    /// An order that is paid in the simplest way.
    public init(
        amount: Money, card: TestCard = .visa, version: SimulatedTokenVersion = .ecV1,
        at moment: Timestamp
    ) {
        self.amount = amount
        self.card = card
        self.version = version
        at = moment
    }
}

/// What a merchant token request adds to the payload.
///
/// Source: Apple, Payment token format reference, "merchantTokenIdentifier",
/// "merchantTokenMetadata".
public struct SimulatedMerchantToken: Sendable, Hashable {
    /// The identifier of the merchant token.
    public var identifier: String
    /// The last digits of the card behind it.
    public var cardSuffix: String
    /// The expiration date of the card behind it.
    public var expirationDate: String

    /// A merchant token.
    public init(identifier: String, cardSuffix: String = "1111", expirationDate: String = "491231")
    {
        self.identifier = identifier
        self.cardSuffix = cardSuffix
        self.expirationDate = expirationDate
    }
}

/// One merchant's share of a payment to several merchants.
///
/// Source: Apple, Payment token format reference, "authenticationResponses".
public struct SimulatedAuthenticationResponse: Sendable, Hashable {
    /// The merchant.
    public var merchantIdentifier: String
    /// The cryptogram for this merchant.
    public var authenticationData: [UInt8]
    /// The share.
    public var amount: Money

    /// A share.
    public init(merchantIdentifier: String, authenticationData: [UInt8], amount: Money) {
        self.merchantIdentifier = merchantIdentifier
        self.authenticationData = authenticationData
        self.amount = amount
    }
}
