import Crypto
import Foundation
import SwiftASN1

/// The HMAC of a PKCS#12 file, whose key is derived from the password.
///
/// Layout (RFC 7292, section 4): MacData { { { hash }, digest }, salt, rounds DEFAULT 1 }
struct PKCS12Seal {
    private enum Hash {
        case sha1
        case sha256
        case sha384
        case sha512
    }

    private let hash: Hash
    private let digest: [UInt8]
    private let salt: [UInt8]
    private let rounds: Int

    /// Reads MacData.
    init(_ node: ASN1Node) throws {
        let parts = try node.children(atLeast: 2)
        let info = try parts[0].children(atLeast: 2)
        let algorithm = try info[0].children(atLeast: 1)
        switch try ASN1ObjectIdentifier(berEncoded: algorithm[0]) {
        case .sha1: hash = .sha1
        case .sha256: hash = .sha256
        case .sha384: hash = .sha384
        case .sha512: hash = .sha512
        default: throw PKCS12Problem.encryptionUnsupported
        }
        digest = Array(try ASN1OctetString(berEncoded: info[1]).bytes)
        salt = Array(try ASN1OctetString(berEncoded: parts[1]).bytes)
        rounds = parts.count > 2 ? try Int(berEncoded: parts[2]) : 1
        guard (1...CertificateLimits.passwordRounds).contains(rounds) else {
            throw PKCS12Problem.encryptionUnsupported
        }
    }

    /// Seals a content for ``node(over:password:)``.
    private init(salt: [UInt8]) {
        (hash, digest, self.salt, rounds) = (.sha256, [], salt, 1)
    }

    /// Checks the seal over a content.
    ///
    /// - Throws: ``PKCS12Problem/passwordWrong``; a changed file looks the same.
    func check(_ content: [UInt8], password: [UInt8]) throws(PKCS12Problem) {
        let isRight =
            switch hash {
            case .sha1: isValid(content, password, Insecure.SHA1.self)
            case .sha256: isValid(content, password, SHA256.self)
            case .sha384: isValid(content, password, SHA384.self)
            case .sha512: isValid(content, password, SHA512.self)
            }
        guard isRight else { throw .passwordWrong }
    }

    /// MacData of a content that we put together ourselves.
    static func node(over content: [UInt8], password: [UInt8]) -> [UInt8] {
        let seal = PKCS12Seal(salt: [UInt8](repeating: 0, count: 8))
        let code = HMAC<SHA256>.authenticationCode(
            for: content, using: seal.key(password, SHA256.self))
        let algorithm = DERBytes.node(0x30, sha256Identifier, [0x05, 0x00])
        return DERBytes.node(
            0x30, DERBytes.node(0x30, algorithm, DERBytes.node(0x04, Array(code))),
            DERBytes.node(0x04, seal.salt), [0x02, 0x01, 0x01])
    }

    private func isValid<Function: HashFunction>(
        _ content: [UInt8], _ password: [UInt8], _ function: Function.Type
    ) -> Bool {
        HMAC<Function>.isValidAuthenticationCode(
            digest, authenticating: content, using: key(password, function))
    }

    /// The key of the seal, as long as one hash, so that one block of the derivation is enough.
    ///
    /// Source: RFC 7292, appendix B.2, with ID 3; the password as a BMPString that ends with zero.
    private func key<Function: HashFunction>(
        _ password: [UInt8], _ function: Function.Type
    ) -> SymmetricKey {
        let block = Function.blockByteCount
        let text: [UInt8] = password.flatMap { (byte: UInt8) -> [UInt8] in [0, byte] } + [0, 0]
        let diversifier = [UInt8](repeating: 3, count: block)
        var value = Array(
            Function.hash(
                data: diversifier + PKCS12Seal.repeated(salt, block)
                    + PKCS12Seal.repeated(text, block)))
        for _ in 1..<rounds { value = Array(Function.hash(data: value)) }
        return SymmetricKey(data: value)
    }

    /// Bytes repeated until they fill whole blocks.
    private static func repeated(_ bytes: [UInt8], _ block: Int) -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        let count = (bytes.count + block - 1) / block * block
        return (0..<count).map { bytes[$0 % bytes.count] }
    }

    /// The DER of SHA-256's identifier.
    private static let sha256Identifier: [UInt8] = [
        0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01,
    ]
}

// Source: RFC 3370, section 2.1; RFC 5754, section 2.
extension ASN1ObjectIdentifier {
    fileprivate static let sha1: ASN1ObjectIdentifier = [1, 3, 14, 3, 2, 26]
    fileprivate static let sha256: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 2, 1]
    fileprivate static let sha384: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 2, 2]
    fileprivate static let sha512: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 2, 3]
}
