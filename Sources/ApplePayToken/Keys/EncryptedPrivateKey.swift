import Crypto
import CryptoExtras
import SwiftASN1

/// An encrypted PKCS#8 key, as `openssl pkcs8 -topk8` writes it today.
///
/// Layout (RFC 5958, section 3; RFC 8018, appendix A): EncryptedPrivateKeyInfo { { PBES2, { {
/// PBKDF2, { salt, iterations, [length], [prf] } }, { cipher, iv } } }, encryptedData }
struct EncryptedPrivateKey {
    private let salt: [UInt8]
    private let rounds: Int
    private let hash: KDF.Insecure.PBKDF2.HashFunction
    private let keyBytes: Int
    private let iv: [UInt8]
    private let ciphertext: [UInt8]

    /// Reads the container, or nil where it is none or of another scheme than PBES2 with AES-CBC.
    init?(_ der: [UInt8]) {
        do {
            let root = try DER.parse(der)
            let container = try EncryptedPrivateKey.children(root, count: 2)
            let scheme = try EncryptedPrivateKey.children(container[0], count: 2)
            guard try ASN1ObjectIdentifier(derEncoded: scheme[0]) == .pbes2 else { return nil }
            let parts = try EncryptedPrivateKey.children(scheme[1], count: 2)
            let derivation = try EncryptedPrivateKey.children(parts[0], count: 2)
            guard try ASN1ObjectIdentifier(derEncoded: derivation[0]) == .pbkdf2 else { return nil }
            let parameters = try EncryptedPrivateKey.children(derivation[1], count: nil)
            guard parameters.count >= 2 else { return nil }
            salt = Array(try ASN1OctetString(derEncoded: parameters[0]).bytes)
            rounds = try Int(derEncoded: parameters[1])
            guard (1...TokenLimits.keyDerivationRounds).contains(rounds) else { return nil }
            guard let hash = try EncryptedPrivateKey.hash(parameters.last) else { return nil }
            self.hash = hash
            let cipher = try EncryptedPrivateKey.children(parts[1], count: 2)
            switch try ASN1ObjectIdentifier(derEncoded: cipher[0]) {
            case .aes128CBC: keyBytes = 16
            case .aes256CBC: keyBytes = 32
            default: return nil
            }
            iv = Array(try ASN1OctetString(derEncoded: cipher[1]).bytes)
            ciphertext = Array(try ASN1OctetString(derEncoded: container[1]).bytes)
        } catch {
            // Not this container; the caller says what that means.
            return nil
        }
    }

    /// The key inside.
    func open(password: [UInt8]) throws(MerchantKeyError) -> [UInt8] {
        do {
            let key = try KDF.Insecure.PBKDF2.deriveKey(
                from: password, salt: salt, using: hash, outputByteCount: keyBytes,
                unsafeUncheckedRounds: rounds)
            return Array(try AES._CBC.decrypt(ciphertext, using: key, iv: AES._CBC.IV(ivBytes: iv)))
        } catch {
            throw .passwordWrong
        }
    }

    private static func children(
        _ node: ASN1Node, count: Int?
    ) throws -> [ASN1Node] {
        guard case .constructed(let nodes) = node.content else {
            throw MerchantKeyError.keyMalformed
        }
        let children = Array(nodes)
        guard count == nil || children.count == count else { throw MerchantKeyError.keyMalformed }
        return children
    }

    /// The hash of PBKDF2; without a parameter for it, SHA-1 (RFC 8018, appendix A.2).
    private static func hash(
        _ last: ASN1Node?
    ) throws -> KDF.Insecure.PBKDF2.HashFunction? {
        guard let last, last.identifier == .sequence else { return .insecureSHA1 }
        guard let identifier = try children(last, count: nil).first else { return nil }
        switch try ASN1ObjectIdentifier(derEncoded: identifier) {
        case .hmacSHA1: return .insecureSHA1
        case .hmacSHA256: return .sha256
        case .hmacSHA512: return .sha512
        default: return nil
        }
    }
}

// Source: RFC 8018, appendix C; NIST's register for the ciphers.
extension ASN1ObjectIdentifier {
    fileprivate static let pbes2: ASN1ObjectIdentifier = "1.2.840.113549.1.5.13"
    fileprivate static let pbkdf2: ASN1ObjectIdentifier = "1.2.840.113549.1.5.12"
    fileprivate static let hmacSHA1: ASN1ObjectIdentifier = "1.2.840.113549.2.7"
    fileprivate static let hmacSHA256: ASN1ObjectIdentifier = "1.2.840.113549.2.9"
    fileprivate static let hmacSHA512: ASN1ObjectIdentifier = "1.2.840.113549.2.11"
    fileprivate static let aes128CBC: ASN1ObjectIdentifier = "2.16.840.1.101.3.4.1.2"
    fileprivate static let aes256CBC: ASN1ObjectIdentifier = "2.16.840.1.101.3.4.1.42"
}
