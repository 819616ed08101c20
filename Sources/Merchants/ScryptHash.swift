import Crypto
import CryptoExtras
import Foundation
import PaymentDomain

/// A slow, salted hash of a secret that a person chose.
///
/// It costs 32 MiB and a large part of a tenth of a second, so a thief of the database can try few words. Source: RFC
/// 7914 (scrypt); OWASP, Password Storage: N = 2^15, r = 8, p = 3.
package struct ScryptHash: Redacted, Hashable {
    /// Random bytes, one text of them for all secrets of a client: two clients' equal secrets look different, and a
    /// presented secret is hashed once for all that the client has.
    package let salt: [UInt8]
    package let hash: [UInt8]

    private static let rounds = 1 << 15
    private static let blockSize = 8
    private static let parallelism = 3
    private static let saltBytes = 16
    private static let hashBytes = 32

    /// A hash from the database.
    package init(salt: [UInt8], hash: [UInt8]) {
        self.salt = salt
        self.hash = hash
    }

    /// A hash that no secret has, for clients that do not exist: checking it takes as long as any other.
    package static func ofNothing() -> ScryptHash {
        ScryptHash(salt: randomBytes(saltBytes), hash: randomBytes(hashBytes))
    }

    /// The hash of a new secret.
    ///
    /// - Parameter salt: The salt of the client's other secrets; nil for its first.
    /// - Throws: ``MerchantFault/badSecret`` if it isn't 8 to 256 printable ASCII characters.
    package init(of secret: String, salt: [UInt8]? = nil) throws(MerchantFault) {
        guard ScryptHash.takes(secret) else { throw .badSecret }
        let salt = salt ?? ScryptHash.randomBytes(ScryptHash.saltBytes)
        guard let hash = ScryptHash.derived(secret, salt) else { throw .badSecret }
        self.init(salt: salt, hash: hash)
    }

    /// Whether a presented secret is the one that was hashed; as slow as making it.
    ///
    /// An invalid secret is refused first: HMAC pads a key with zeros, so a secret with zeros behind it has the same
    /// hash. That this is quick reveals nothing: the client can see that its text is invalid.
    package func matches(_ presented: String) -> Bool {
        ScryptHash.firstMatch(of: presented, among: [self]) != nil
    }

    /// The hash of a presented secret among those of one client, which costs one derivation for each salt that they have.
    /// Secrets from before salts were shared have one each.
    package static func firstMatch(of presented: String, among hashes: [ScryptHash]) -> ScryptHash?
    {
        guard takes(presented) else { return nil }
        var derived: [[UInt8]: [UInt8]] = [:]
        for hash in hashes {
            guard let bytes = derived[hash.salt] ?? ScryptHash.derived(presented, hash.salt) else {
                return nil
            }
            derived[hash.salt] = bytes
            if SecretBytes.areEqual(bytes, hash.hash) { return hash }
        }
        return nil
    }

    /// `ScryptHash`.
    package var redacted: String { "ScryptHash" }

    /// Whether a text may be a secret.
    private static func takes(_ secret: String) -> Bool {
        let length = MerchantLimits.shortestSecretBytes...MerchantLimits.longestSecretBytes
        return length.contains(secret.utf8.count)
            && secret.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }

    private static func randomBytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    private static func derived(_ secret: String, _ salt: [UInt8]) -> [UInt8]? {
        do {
            let key = try KDF.Scrypt.deriveKey(
                from: Array(secret.utf8), salt: salt, outputByteCount: hashBytes, rounds: rounds,
                blockSize: blockSize, parallelism: parallelism)
            return key.withUnsafeBytes { Array($0) }
        } catch {
            // Only parameters that do not fit or want of memory end here.
            return nil
        }
    }
}
