import Crypto
import PaymentDomain

/// Everything that goes into one token: right as it comes, and each field free to be made wrong.
package struct TokenRecipe: Redacted {
    /// The version, which decides how the payload is encrypted.
    package var version: SimulatedTokenVersion
    /// The bytes to encrypt; any bytes at all.
    package var plaintext: [UInt8]
    /// The device's ephemeral key; nil for a new one. EC_v1.
    package var ephemeralKey: P256.KeyAgreement.PrivateKey?
    /// The AES key; nil for 16 random bytes. RSA_v1.
    package var contentKey: [UInt8]?
    /// The hash of the merchant identifier that the key is derived with. EC_v1.
    package var identifierHash: [UInt8]
    /// The hash that names the merchant's key; nil for the right one.
    package var publicKeyHash: [UInt8]?
    package var transactionID: [UInt8]
    /// The SHA-256 of the request's applicationData.
    package var applicationData: [UInt8]?
    /// Changes the encrypted token before it is signed: what it does is under a good signature.
    package var beforeSigning: @Sendable (inout SimulatedTokenParts) -> Void = { _ in }
    /// The bytes to sign in place of the token's own; nil for these.
    package var signedContent: [UInt8]?
    /// How the signature is put together.
    package var cms: CMSParts
    /// The card, for the outer token's paymentMethod.
    package var card: TestCard

    /// `TokenRecipe`: the plaintext holds a card number.
    package var redacted: String { "TokenRecipe" }
}
