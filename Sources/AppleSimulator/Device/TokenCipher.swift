import Crypto
import CryptoExtras
import Foundation

/// The device's half of encryption: a fresh key for one payload, and the payload under it.
enum TokenCipher {
    /// Agrees on a key with the merchant's.
    ///
    /// K = SHA-256(00000001 || Z || 0D "id-aes256-GCM" || "Apple" || partyV), with all 32 bytes of
    /// Z.
    ///
    /// Source: Apple, "Restoring the symmetric key"; NIST SP 800-56A, 5.8.1, one round.
    static func agreedKey(
        _ ephemeral: P256.KeyAgreement.PrivateKey, with merchant: P256.KeyAgreement.PublicKey,
        identifierHash: [UInt8]
    ) throws(SimulatorError) -> SymmetricKey {
        let secret = try failing(as: .cryptographyFailed) {
            try ephemeral.sharedSecretFromKeyAgreement(with: merchant)
        }
        var hash = SHA256()
        hash.update(data: [0, 0, 0, 1] as [UInt8])
        secret.withUnsafeBytes { hash.update(bufferPointer: $0) }
        hash.update(data: derivationText)
        hash.update(data: identifierHash)
        return SymmetricKey(data: hash.finalize())
    }

    /// Wraps a content key for a merchant's RSA key, given as a SubjectPublicKeyInfo.
    ///
    /// Source: Apple, Payment token format reference, RSA_v1: OAEP with SHA-256 and an empty label.
    static func wrap(
        _ contentKey: [UInt8], for publicKeyInfo: [UInt8]
    ) throws(SimulatorError) -> [UInt8] {
        try failing(as: .cryptographyFailed) {
            let key = try _RSA.Encryption.PublicKey(derRepresentation: publicKeyInfo)
            return Array(try key.encrypt(contentKey, padding: .PKCS1_OAEP_SHA256))
        }
    }

    /// Encrypts with an initialization vector of zeros; the tag follows the ciphertext.
    ///
    /// The vector may be constant because no key is ever used twice.
    static func seal(_ plaintext: [UInt8], key: SymmetricKey) throws(SimulatorError) -> [UInt8] {
        try failing(as: .cryptographyFailed) {
            let zeros = Data(count: SimulatorLimits.initializationVectorBytes)
            let box = try AES.GCM.seal(
                plaintext, using: key, nonce: try AES.GCM.Nonce(data: zeros))
            return Array(box.ciphertext) + Array(box.tag)
        }
    }

    /// The algorithm identifier with its length in front, and partyU.
    private static let derivationText: [UInt8] = [0x0D] + Array("id-aes256-GCMApple".utf8)
}
