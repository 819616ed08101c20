import PaymentDomain

/// The proof for the issuer that the device made this payment: the two kinds of `paymentData`.
///
/// Source: Apple, Payment token format reference, "Detailed payment data keys".
public enum PaymentProof: Sendable, Hashable {
    /// A cryptogram, and the indicator that must be forwarded with it if the network gave one.
    case threeDSecure(cryptogram: Cryptogram, eci: ECI?)
    /// The chip's data, and the PIN if the cardholder gave one.
    case emv(data: SealedBytes, encryptedPIN: SealedBytes?)
}

/// One merchant's part of a payment to several merchants.
///
/// Source: Apple, Payment token format reference, authenticationResponses.
public struct AuthenticationResponse: Sendable, Hashable {
    /// Names the merchant, as Apple sent it (64 hex digits are seen; not documented).
    public let merchantIdentifier: String
    /// The cryptogram for this merchant.
    public let cryptogram: Cryptogram
    /// The amount as Apple wrote it; a string here.
    public let transactionAmount: String
    /// The amount, if the text is a whole number of minor units.
    public let amount: Money?
}

/// A card number that Apple keeps for one merchant, for payments without the cardholder.
///
/// Source: Apple, Payment token format reference, merchantTokenIdentifier and
/// merchantTokenMetadata.
public struct MerchantToken: Sendable, Hashable {
    /// Apple's identifier of it.
    public let identifier: String
    /// The metadata as Apple wrote them: card art, and data of the plastic card.
    public let metadataJSON: String?
    /// The last digits of the plastic card.
    public let cardNumberSuffix: String?
    /// The end of the plastic card, as Apple wrote it.
    public let cardExpirationDate: String?
}
