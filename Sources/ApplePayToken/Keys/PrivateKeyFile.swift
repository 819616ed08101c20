import StrictCoding
import Crypto
import CryptoExtras

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
        let blocks = PEMBlock.blocks(in: bytes)
        guard !blocks.isEmpty else { return try read(der: bytes, password: password) }
        // Other blocks may stand beside the key: EC PARAMETERS before it, certificates behind it.
        let key = blocks.first { $0.label.hasSuffix("PRIVATE KEY") }
        guard let block = key ?? blocks.first(where: { $0.label == "PKCS12" }) else {
            throw .keyMalformed
        }
        guard let der = block.der else {
            throw block.hasEncryptionHeader
                ? .encryptionUnsupported(.pemHeader) : .keyMalformed
        }
        return try read(der: der, password: password)
    }

    private static func read(
        der: [UInt8], password: [UInt8]?
    ) throws(MerchantKeyError) -> PrivateKeyFile {
        if let key = plain(der) { return key }
        guard let encrypted = try EncryptedPrivateKey(der) else { throw otherFile(der) }
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

    /// The kind of a file that isn't a key.
    private static func otherFile(_ bytes: [UInt8]) -> MerchantKeyError {
        if bytes.starts(with: [0xFE, 0xED, 0xFE, 0xED])
            || bytes.starts(with: [0xCE, 0xCE, 0xCE, 0xCE])
        {
            return .javaKeyStoreGiven
        }
        // { 3, { … (RFC 7292, section 4); the versions of keys are 0 and 1.
        if bytes.first == 0x30, bytes.prefix(10).firstRange(of: [0x02, 0x01, 0x03, 0x30]) != nil {
            return .pkcs12Given
        }
        do throws(Base64Fault) {
            return try Base64.decode(bytes[...], .wrapped).first == 0x30
                ? .base64Given : .keyMalformed
        } catch {
            return .keyMalformed
        }
    }
}
