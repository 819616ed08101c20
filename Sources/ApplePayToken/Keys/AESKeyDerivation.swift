import Crypto
import CryptoExtras
import SwiftASN1

/// How a password becomes the AES key of an encrypted private key.
///
/// Layout (RFC 8018, appendix A.2): PBKDF2-params { salt, iterations, [length], [prf] }
struct AESKeyDerivation {
    private let salt: [UInt8]
    private let rounds: Int
    private let byteCount: Int
    /// The hash of PBKDF2.
    let hash: KDF.Insecure.PBKDF2.HashFunction
    /// The initialization vector of the cipher.
    let iv: [UInt8]

    /// Reads the parameters of PBKDF2.
    init(_ parameters: [ASN1Node], keyBytes: Int, iv: [UInt8]) throws {
        guard parameters.count >= 2, let last = parameters.last else {
            throw MerchantKeyError.encryptionUnsupported(.other)
        }
        salt = Array(try ASN1OctetString(derEncoded: parameters[0]).bytes)
        rounds = try Int(derEncoded: parameters[1])
        try AESKeyDerivation.limit(rounds)
        hash = try AESKeyDerivation.hash(last)
        byteCount = keyBytes
        self.iv = iv
    }

    /// Refuses a number of rounds that is a denial of service.
    static func limit(_ rounds: Int) throws(MerchantKeyError) {
        guard (1...TokenLimits.keyDerivationRounds).contains(rounds) else {
            throw .encryptionUnsupported(.tooManyRounds)
        }
    }

    /// The key of a password.
    func key(_ password: [UInt8]) throws -> SymmetricKey {
        try KDF.Insecure.PBKDF2.deriveKey(
            from: password, salt: salt, using: hash, outputByteCount: byteCount,
            unsafeUncheckedRounds: rounds)
    }

    /// The key lengths of AES-CBC. Source: NIST, Computer Security Objects Register.
    static let keyBytes: [ASN1ObjectIdentifier: Int] = [
        "2.16.840.1.101.3.4.1.2": 16,
        "2.16.840.1.101.3.4.1.22": 24,
        "2.16.840.1.101.3.4.1.42": 32,
    ]

    /// The hash that the last parameter names; without one it is SHA-1.
    private static func hash(_ last: ASN1Node) throws -> KDF.Insecure.PBKDF2.HashFunction {
        guard last.identifier == .sequence else { return .insecureSHA1 }
        guard case .constructed(let nodes) = last.content, let name = Array(nodes).first,
            let hash = hashes[try ASN1ObjectIdentifier(derEncoded: name)]
        else { throw MerchantKeyError.encryptionUnsupported(.other) }
        return hash
    }

    /// Source: RFC 8018, appendix B.1.2.
    private static let hashes: [ASN1ObjectIdentifier: KDF.Insecure.PBKDF2.HashFunction] = [
        "1.2.840.113549.2.7": .insecureSHA1,
        "1.2.840.113549.2.8": .insecureSHA224,
        "1.2.840.113549.2.9": .sha256,
        "1.2.840.113549.2.10": .sha384,
        "1.2.840.113549.2.11": .sha512,
    ]
}
