import ApplePayToken
import Crypto
import Foundation
import NIOSSL
import SwiftASN1
import X509

/// Decrypts the parts of a PKCS#12 file, with the library that knows the old ciphers of Keychain.
///
/// That library ends the process if a file opens and has no key, or no certificate that belongs to its key. So it never
/// gets a file as it came: it gets the encrypted parts together with a key and a certificate of ours that belong
/// together. If the file opens it finds these two; if the file hides a key of its own it finds two keys, and says so in
/// an error.
enum PKCS12Opening {
    /// The certificates in the encrypted parts.
    static func certificates(
        in layout: PKCS12Layout, password: [UInt8]
    ) throws(PKCS12Problem) -> [[UInt8]] {
        guard !layout.encrypted.isEmpty else { return [] }
        do {
            let decoy = try Decoy()
            let file = decoy.file(with: layout.encrypted, password: password)
            let bundle = try NIOSSLPKCS12Bundle(buffer: file, passphrase: password)
            let all = try bundle.certificateChain.map { try $0.toDERBytes() }
            return all.filter { $0 != decoy.certificate }
        } catch {
            // The password is right, for it made the seal.
            throw .encryptionUnsupported
        }
    }

    /// A private key in DER, out of an EncryptedPrivateKeyInfo.
    static func key(
        _ encrypted: [UInt8], password: [UInt8]
    ) throws(PKCS12Problem) -> [UInt8] {
        do {
            guard let key = try EncryptedPrivateKey(encrypted) else {
                throw MerchantKeyError.keyMalformed
            }
            return try key.open(password: password)
        } catch {
            // The password is right, for it made the seal.
            throw .encryptionUnsupported
        }
    }
}

/// A key and a certificate of no one, which belong together.
private struct Decoy {
    let certificate: [UInt8]
    private let key: [UInt8]

    init() throws {
        let key = P256.Signing.PrivateKey()
        self.key = Array(key.derRepresentation)
        let name = try DistinguishedName { CommonName("decoy") }
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(bytes: [1]),
            publicKey: Certificate.PublicKey(key.publicKey),
            notValidBefore: Date(timeIntervalSince1970: 0),
            notValidAfter: Date(timeIntervalSince1970: 1), issuer: name, subject: name,
            signatureAlgorithm: .ecdsaWithSHA256, extensions: Certificate.Extensions([]),
            issuerPrivateKey: Certificate.PrivateKey(key))
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        self.certificate = serializer.serializedBytes
    }

    /// A PKCS#12 file of these two and some encrypted content infos, sealed with a password.
    func file(with encrypted: [[UInt8]], password: [UInt8]) -> [UInt8] {
        let keyBag = DERBytes.node(
            0x30, DERBytes.identifier(.keyBag), DERBytes.node(0xA0, key))
        let inside = DERBytes.node(
            0x30, DERBytes.identifier(.x509Certificate),
            DERBytes.node(0xA0, DERBytes.node(0x04, certificate)))
        let certificateBag = DERBytes.node(
            0x30, DERBytes.identifier(.certificateBag), DERBytes.node(0xA0, inside))
        let bags = Decoy.dataInfo(DERBytes.node(0x30, keyBag, certificateBag))
        let content = DERBytes.node(0x30, bags, encrypted.flatMap { $0 })
        return DERBytes.node(
            0x30, [0x02, 0x01, 0x03], Decoy.dataInfo(content),
            PKCS12Seal.node(over: content, password: password))
    }

    /// ContentInfo with plain data.
    private static func dataInfo(_ data: [UInt8]) -> [UInt8] {
        DERBytes.node(
            0x30, DERBytes.identifier(.pkcs7Data),
            DERBytes.node(0xA0, DERBytes.node(0x04, data)))
    }
}
