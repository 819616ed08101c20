import Crypto
import Foundation

/// AES-256-GCM in the layout of every sealed thing here: nonce (12 bytes), ciphertext, tag (16
/// bytes).
///
/// Nonces are random. Source: NIST SP 800-38D, 8.3: at most 2^32 records under one key with random
/// nonces; a merchant's key is replaced long before, see ``VaultLimits/keyPeriodSeconds``.
enum AuthenticatedCipher {
    /// Seals bytes.
    static func seal(
        _ bytes: [UInt8], under key: SymmetricKey, binding: [UInt8]
    ) throws(VaultError) -> [UInt8] {
        guard bytes.count <= VaultLimits.recordBytes else { throw .tooLarge }
        do {
            let box = try AES.GCM.seal(bytes, using: key, authenticating: binding)
            // Nonce, ciphertext, tag; there for every nonce of the usual length, as all of ours.
            guard let sealed = box.combined else { throw VaultError.malformedContent }
            return Array(sealed)
        } catch {
            // Sealing fails for keys of a wrong size alone, and ours are made with the right one.
            throw .malformedContent
        }
    }

    /// Opens what ``seal(_:under:binding:)`` made, or gives nil: changed, or another key's or
    /// row's.
    static func open(_ sealed: [UInt8], under key: SymmetricKey, binding: [UInt8]) -> [UInt8]? {
        let overhead = VaultLimits.nonceBytes + VaultLimits.tagBytes
        guard sealed.count >= overhead, sealed.count <= VaultLimits.recordBytes + overhead else {
            return nil
        }
        do {
            let box = try AES.GCM.SealedBox(
                nonce: AES.GCM.Nonce(data: sealed.prefix(VaultLimits.nonceBytes)),
                ciphertext: sealed.dropFirst(VaultLimits.nonceBytes)
                    .dropLast(VaultLimits.tagBytes),
                tag: sealed.suffix(VaultLimits.tagBytes))
            return Array(try AES.GCM.open(box, using: key, authenticating: binding))
        } catch {
            // Why it failed is nobody's business: an attacker would learn from it.
            return nil
        }
    }
}
