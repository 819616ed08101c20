import Crypto
import CryptoExtras
import NIOSSL
import SwiftASN1

/// An encrypted PKCS#8 key, as `openssl pkcs8 -topk8` writes it.
///
/// Layout (RFC 5958, section 3): EncryptedPrivateKeyInfo { { scheme, parameters }, encryptedData }
package struct EncryptedPrivateKey {
    private enum Cipher {
        case aes(AESKeyDerivation)
        /// 3DES and RC2, which only the TLS library has.
        case old
    }

    private let der: [UInt8]
    private let ciphertext: [UInt8]
    private let cipher: Cipher

    /// Reads the container, or nil if the bytes are something else.
    ///
    /// - Throws: ``MerchantKeyError/encryptionUnsupported(_:)`` with the scheme.
    package init?(_ der: [UInt8]) throws(MerchantKeyError) {
        do {
            let container = try DER.parse(der).children(exactly: 2)
            let scheme = try container[0].children(exactly: 2)
            cipher = try EncryptedPrivateKey.cipher(scheme)
            ciphertext = Array(try ASN1OctetString(derEncoded: container[1]).bytes)
        } catch let error as MerchantKeyError {
            throw error
        } catch {
            // Not this container; the caller says what that means.
            return nil
        }
        self.der = der
    }

    /// Decrypts the key.
    package func open(password: [UInt8]) throws(MerchantKeyError) -> [UInt8] {
        do {
            switch cipher {
            case .aes(let derivation):
                return Array(
                    try AES._CBC.decrypt(
                        ciphertext, using: try derivation.key(password),
                        iv: AES._CBC.IV(ivBytes: derivation.iv)))
            case .old:
                let pem = PEMDocument(type: "ENCRYPTED PRIVATE KEY", derBytes: der).pemString
                return try NIOSSLPrivateKey(bytes: Array(pem.utf8), format: .pem) {
                    $0(password)
                }.derBytes
            }
        } catch {
            throw .passwordWrong
        }
    }

    /// Source: RFC 8018, appendix A; RFC 7292, appendix C.
    private static func cipher(_ scheme: [ASN1Node]) throws -> Cipher {
        switch try ASN1ObjectIdentifier(derEncoded: scheme[0]) {
        case .pbes2:
            return try pbes2(try scheme[1].children(exactly: 2))
        case .pbeSHA1TripleDES, .pbeSHA1RC2:
            let parameters = try scheme[1].children(exactly: 2)
            try AESKeyDerivation.limit(try Int(derEncoded: parameters[1]))
            return .old
        case .pbeMD5DES: throw MerchantKeyError.encryptionUnsupported(.md5DES)
        case .pbeSHA1DES: throw MerchantKeyError.encryptionUnsupported(.sha1DES)
        default: throw MerchantKeyError.encryptionUnsupported(.other)
        }
    }

    private static func pbes2(_ parts: [ASN1Node]) throws -> Cipher {
        let derivation = try parts[0].children(exactly: 2)
        switch try ASN1ObjectIdentifier(derEncoded: derivation[0]) {
        case .pbkdf2: break
        case .scrypt: throw MerchantKeyError.encryptionUnsupported(.scrypt)
        default: throw MerchantKeyError.encryptionUnsupported(.other)
        }
        let cipher = try parts[1].children(exactly: 2)
        let identifier = try ASN1ObjectIdentifier(derEncoded: cipher[0])
        let keyBytes = AESKeyDerivation.keyBytes[identifier]
        guard keyBytes != nil || identifier == .tripleDES else {
            throw MerchantKeyError.encryptionUnsupported(.other)
        }
        let parameters = try derivation[1].children(exactly: nil)
        let key = try AESKeyDerivation(
            parameters, keyBytes: keyBytes ?? 24,
            iv: Array(try ASN1OctetString(derEncoded: cipher[1]).bytes))
        if keyBytes != nil { return .aes(key) }
        // The TLS library derives a key with these two hashes alone.
        guard key.hash == .insecureSHA1 || key.hash == .sha256 else {
            throw MerchantKeyError.encryptionUnsupported(.tripleDES)
        }
        return .old
    }
}

extension ASN1Node {
    /// The parts of a constructed node, as many as asked for.
    fileprivate func children(exactly count: Int?) throws -> [ASN1Node] {
        guard case .constructed(let nodes) = content else { throw ASN1Shape.other }
        let children = Array(nodes)
        guard count == nil || children.count == count else { throw ASN1Shape.other }
        return children
    }
}

/// A node is not built as the container.
private enum ASN1Shape: Error {
    case other
}

// Source: RFC 8018, appendix C; RFC 7292, appendix C; RFC 7914, section 7.
extension ASN1ObjectIdentifier {
    fileprivate static let pbes2: ASN1ObjectIdentifier = "1.2.840.113549.1.5.13"
    fileprivate static let pbkdf2: ASN1ObjectIdentifier = "1.2.840.113549.1.5.12"
    fileprivate static let scrypt: ASN1ObjectIdentifier = "1.3.6.1.4.1.11591.4.11"
    fileprivate static let tripleDES: ASN1ObjectIdentifier = "1.2.840.113549.3.7"
    fileprivate static let pbeMD5DES: ASN1ObjectIdentifier = "1.2.840.113549.1.5.3"
    fileprivate static let pbeSHA1DES: ASN1ObjectIdentifier = "1.2.840.113549.1.5.10"
    fileprivate static let pbeSHA1TripleDES: ASN1ObjectIdentifier = "1.2.840.113549.1.12.1.3"
    fileprivate static let pbeSHA1RC2: ASN1ObjectIdentifier = "1.2.840.113549.1.12.1.6"
}
