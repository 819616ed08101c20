import AppleSimulator
import Crypto
import CryptoExtras
import Foundation

/// A second, short writing of decryption; genuine tokens show that it is right before simulated
/// ones need it.
enum Opening {
    static func agreed(
        data: [UInt8], ephemeralKeyInfo: [UInt8], key: P256.KeyAgreement.PrivateKey,
        merchantHash: [UInt8]
    ) throws -> [UInt8] {
        let point = try P256.KeyAgreement.PublicKey(derRepresentation: ephemeralKeyInfo)
        let secret = try key.sharedSecretFromKeyAgreement(with: point)
        let shared = secret.withUnsafeBytes { Data($0) }
        let text = Data([0, 0, 0, 1]) + shared + Data("\u{0D}id-aes256-GCM".utf8)
        let digest = SHA256.hash(data: text + Data("Apple".utf8) + Data(merchantHash))
        return try open(data, key: SymmetricKey(data: digest))
    }

    static func transported(data: [UInt8], wrappedKey: [UInt8], keyPEM: String) throws -> [UInt8] {
        let key = try _RSA.Encryption.PrivateKey(pemRepresentation: keyPEM)
        let content = try key.decrypt(wrappedKey, padding: .PKCS1_OAEP_SHA256)
        return try open(data, key: SymmetricKey(data: content))
    }

    /// Opens a simulated token with the merchant's key of its version.
    static func token(_ token: SimulatedToken, for merchant: SimulatedMerchant) throws -> [UInt8] {
        let fields = token.fields
        let data = try bytes(base64: fields.data)
        guard let wrappedKey = fields.wrappedKey else {
            return try agreed(
                data: data,
                ephemeralKeyInfo: try bytes(base64: fields.ephemeralPublicKey ?? ""),
                key: try P256.KeyAgreement.PrivateKey(pemRepresentation: merchant.keyPEM),
                merchantHash: Array(SHA256.hash(data: Data(merchant.merchantIdentifier.utf8))))
        }
        return try transported(
            data: data, wrappedKey: try bytes(base64: wrappedKey),
            keyPEM: try merchant.rsa().keyPEM)
    }

    private static func open(_ data: [UInt8], key: SymmetricKey) throws -> [UInt8] {
        let nonce = try AES.GCM.Nonce(data: Data(count: 16))
        let box = try AES.GCM.SealedBox(
            nonce: nonce, ciphertext: data.dropLast(16), tag: data.suffix(16))
        return Array(try AES.GCM.open(box, using: key))
    }
}
