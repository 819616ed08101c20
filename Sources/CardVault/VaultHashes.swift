import Crypto
import Foundation
@_spi(CardData) import PaymentDomain

/// Keyed hashes: of card numbers, so that the same card is found again, of requests, and of secrets.
///
/// There are few enough card numbers to try them all, so a plain hash of one is as good as the
/// number itself. These cannot be tried without the key.
struct VaultHashes: Redacted {
    // Each holds its key already mixed in; a copy hashes without doing that again.
    private let fingerprints: KeyedHash
    private let handles: KeyedHash
    private let digests: KeyedHash
    private let secrets: KeyedHash

    /// Four separate keys from one root.
    ///
    /// Source: RFC 5869 (HKDF), one info string per purpose.
    init(root: SymmetricKey) {
        fingerprints = VaultHashes.prepared(root, "coster card fingerprint 1")
        handles = VaultHashes.prepared(root, "coster card handle 1")
        digests = VaultHashes.prepared(root, "coster request digest 1")
        secrets = VaultHashes.prepared(root, "coster secret code 1")
    }

    private static func prepared(_ root: SymmetricKey, _ purpose: String) -> KeyedHash {
        KeyedHash(
            key: HKDF<SHA256>.deriveKey(
                inputKeyMaterial: root, info: Data(purpose.utf8),
                outputByteCount: VaultLimits.keyBytes))
    }

    /// The same for the same number of the same merchant, and for nothing else: 32 bytes.
    func fingerprint(of pan: PAN, merchant: MerchantID) -> [UInt8] {
        pan.withDigits { digits in
            var parts = LengthPrefixed(label: merchant.value)
            parts.append(digits)
            return fingerprints.code(of: parts.bytes)
        }
    }

    /// The bytes that a handle's scramble is drawn from.
    func handleBytes(of pan: PAN, merchant: MerchantID, attempt: Int) -> [UInt8] {
        pan.withDigits { digits in
            var parts = LengthPrefixed(label: merchant.value)
            parts.append(digits)
            parts.append(String(attempt))
            return handles.code(of: parts.bytes)
        }
    }

    /// A keyed digest of separate parts: 32 bytes.
    func digest(of parts: [[UInt8]]) -> [UInt8] {
        var hash = digests
        for part in parts {
            // The length in front, as in LengthPrefixed, but without a copy of the body.
            withUnsafeBytes(of: UInt64(part.count).bigEndian) { hash.update($0) }
            part.withUnsafeBytes { hash.update($0) }
        }
        return hash.code()
    }

    /// A code of a secret, from which the secret cannot be had: 32 bytes.
    func secretCode(of secret: [UInt8]) -> [UInt8] {
        secrets.code(of: secret)
    }

    /// `VaultHashes`.
    var redacted: String { "VaultHashes" }
}
