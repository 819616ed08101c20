import Crypto
import CryptoExtras
import PaymentDomain
import SwiftASN1

@testable import Merchants

/// Writes PKCS#12 files with any contents.
enum Bags {
    static func sequence(_ bags: [[UInt8]]) -> [UInt8] {
        DERBytes.node(0x30, bags.flatMap { $0 })
    }

    static func key(_ pkcs8: [UInt8]) -> [UInt8] {
        DERBytes.node(0x30, DERBytes.identifier(.keyBag), DERBytes.node(0xA0, pkcs8))
    }

    static func certificate(_ der: [UInt8]) -> [UInt8] {
        let inside = DERBytes.node(
            0x30, DERBytes.identifier(.x509Certificate),
            DERBytes.node(0xA0, DERBytes.node(0x04, der)))
        return DERBytes.node(
            0x30, DERBytes.identifier(.certificateBag), DERBytes.node(0xA0, inside))
    }

    static func data(_ content: [UInt8]) -> [UInt8] {
        DERBytes.node(
            0x30, DERBytes.identifier(.pkcs7Data),
            DERBytes.node(0xA0, DERBytes.node(0x04, content)))
    }

    /// EncryptedData with PBES2: PBKDF2 with HMAC-SHA-256, and AES-256-CBC.
    static func encrypted(_ content: [UInt8]) throws -> [UInt8] {
        let salt = [UInt8](repeating: 7, count: 8)
        let vector = [UInt8](repeating: 9, count: 16)
        let key = try KDF.Insecure.PBKDF2.deriveKey(
            from: CertificatesFixture.password, salt: salt, using: .sha256, outputByteCount: 32,
            unsafeUncheckedRounds: 16)
        let sealed = try AES._CBC.encrypt(content, using: key, iv: AES._CBC.IV(ivBytes: vector))
        let random = DERBytes.node(
            0x30, DERBytes.identifier([1, 2, 840, 113_549, 2, 9]), [0x05, 0x00])
        let derivation = DERBytes.node(
            0x30, DERBytes.identifier([1, 2, 840, 113_549, 1, 5, 12]),
            DERBytes.node(0x30, DERBytes.node(0x04, salt), [0x02, 0x01, 16], random))
        let cipher = DERBytes.node(
            0x30, DERBytes.identifier([2, 16, 840, 1, 101, 3, 4, 1, 42]),
            DERBytes.node(0x04, vector))
        let scheme = DERBytes.node(
            0x30, DERBytes.identifier([1, 2, 840, 113_549, 1, 5, 13]),
            DERBytes.node(0x30, derivation, cipher))
        let inside = DERBytes.node(
            0x30, DERBytes.identifier(.pkcs7Data), scheme, DERBytes.node(0x80, Array(sealed)))
        return DERBytes.node(
            0x30, DERBytes.identifier([1, 2, 840, 113_549, 1, 7, 6]),
            DERBytes.node(0xA0, DERBytes.node(0x30, [0x02, 0x01, 0x00], inside)))
    }

    static func file(_ contentInfos: [[UInt8]]) -> [UInt8] { file(sequence(contentInfos)) }

    /// A file with a right seal over any bytes at all.
    static func file(_ content: [UInt8]) -> [UInt8] {
        DERBytes.node(
            0x30, [0x02, 0x01, 0x03], data(content),
            PKCS12Seal.node(over: content, password: CertificatesFixture.password))
    }
}
