import Crypto
import CryptoExtras
import SwiftASN1

/// A private key as it lies in a file.
enum PrivateKeyFile {
    case ec(P256.KeyAgreement.PrivateKey)
    case rsa(_RSA.Encryption.PrivateKey)

    /// SubjectPublicKeyInfo of its public key.
    var publicKeyDER: [UInt8] {
        switch self {
        case .ec(let key): Array(key.publicKey.derRepresentation)
        case .rsa(let key): Array(key.publicKey.derRepresentation)
        }
    }

    /// Reads a file, PEM or DER.
    static func read(
        _ bytes: [UInt8], password: [UInt8]?
    ) throws(MerchantKeyError) -> PrivateKeyFile {
        guard bytes.count <= TokenLimits.keyFileBytes else { throw .keyMalformed }
        guard let pem = PEMText(bytes) else { return try read(der: bytes, password: password) }
        let documents: [PEMDocument]
        do {
            documents = try PEMDocument.parseMultiple(pemString: pem.text)
        } catch {
            // Old OpenSSL files carry header lines that PEM of today does not have.
            throw pem.text.contains("ENCRYPTED") ? .encryptionUnsupported : .keyMalformed
        }
        // Other blocks may stand beside the key: EC PARAMETERS before it, certificates behind it.
        for document in documents where document.discriminator.hasSuffix("PRIVATE KEY") {
            return try read(der: document.derBytes, password: password)
        }
        throw .keyMalformed
    }

    private static func read(
        der: [UInt8], password: [UInt8]?
    ) throws(MerchantKeyError) -> PrivateKeyFile {
        if let key = plain(der) { return key }
        guard let encrypted = EncryptedPrivateKey(der) else { throw .keyMalformed }
        guard let password else { throw .passwordMissing }
        guard let key = plain(try encrypted.open(password: password)) else { throw .passwordWrong }
        return key
    }

    private static func plain(_ der: [UInt8]) -> PrivateKeyFile? {
        do {
            return .ec(try P256.KeyAgreement.PrivateKey(derRepresentation: der))
        } catch {
            do {
                return .rsa(try _RSA.Encryption.PrivateKey(derRepresentation: der))
            } catch {
                // Neither kind of key; the caller says what that means.
                return nil
            }
        }
    }
}
