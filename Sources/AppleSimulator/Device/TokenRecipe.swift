import Crypto
import PaymentDomain

/// Everything that goes into one token: right as it comes, and each field free to be made wrong.
public struct TokenRecipe: Redacted {
    /// The version, which decides how the payload is encrypted.
    public var version: SimulatedTokenVersion
    /// What is encrypted; any bytes at all.
    public var plaintext: [UInt8]
    /// The device's ephemeral key; nil for a new one. EC_v1.
    public var ephemeralKey: P256.KeyAgreement.PrivateKey?
    /// The AES key; nil for 16 random bytes. RSA_v1.
    public var contentKey: [UInt8]?
    /// The hash of the merchant identifier that the key is derived with. EC_v1.
    public var identifierHash: [UInt8]
    /// The hash that names the merchant's key; nil for the right one.
    public var publicKeyHash: [UInt8]?
    /// The transaction identifier.
    public var transactionID: [UInt8]
    /// The SHA-256 of the request's applicationData.
    public var applicationData: [UInt8]?
    /// Changes the encrypted token before it is signed: what it does is under a good signature.
    public var beforeSigning: @Sendable (inout SimulatedTokenParts) -> Void = { _ in }
    /// What is signed in place of the token's own bytes; nil for these.
    public var signedContent: [UInt8]?
    /// How the signature is put together.
    public var cms: CMSParts
    /// The card, for the outer token's paymentMethod.
    public var card: TestCard

    /// `TokenRecipe`: the plaintext holds a card number.
    public var redacted: String { "TokenRecipe" }
}
