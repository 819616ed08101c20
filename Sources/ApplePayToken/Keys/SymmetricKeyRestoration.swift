import Crypto
import PaymentDomain

/// Restores the key that a token's data is encrypted with.
///
/// Source: Apple, "Restoring the symmetric key".
enum SymmetricKeyRestoration {
    /// The counter of the one round of the key derivation, which comes before the shared secret.
    private static let counter: [UInt8] = [0, 0, 0, 1]
    /// AlgorithmID with its length before it, then PartyUInfo; PartyVInfo follows.
    private static let algorithmAndPartyU: [UInt8] =
        [0x0D] + Array("id-aes256-GCM".utf8) + Array("Apple".utf8)

    /// The key of a token.
    static func key(
        of token: PaymentToken, with merchantKey: MerchantKey
    ) throws(PaymentTokenError) -> SymmetricKey {
        switch (token.version, merchantKey.secret) {
        case (.ecV1, .ec(let key, let partyV)):
            let ephemeralKey = try EphemeralKey.key(token.keyMaterial)
            return try agreedKey(key, ephemeralKey, partyV)
        case (.rsaV1, .rsa(let key)):
            // RSA_v1 has AES-128.
            guard let key = key.unwrap(token.keyMaterial), key.bitCount == 128 else {
                throw .cannotUnwrapKey
            }
            return key
        case (.ecV1, .rsa), (.rsaV1, .ec):
            throw .keyKindMismatch
        }
    }

    /// SHA-256 over counter, shared secret and the names of algorithm and parties.
    ///
    /// The shared secret has 32 bytes, its leading zeros kept. This is NIST's single-step
    /// derivation, with the counter first, and not that of ANSI X9.63, which has it behind the
    /// secret.
    ///
    /// Source: NIST SP 800-56A, section 5.8.1 (2007), as Apple's page prescribes.
    private static func agreedKey(
        _ key: P256.KeyAgreement.PrivateKey, _ ephemeralKey: P256.KeyAgreement.PublicKey,
        _ partyV: [UInt8]
    ) throws(PaymentTokenError) -> SymmetricKey {
        let secret: SharedSecret
        do {
            secret = try key.sharedSecretFromKeyAgreement(with: ephemeralKey)
        } catch {
            throw .ephemeralKeyOffCurve
        }
        var hash = SHA256()
        hash.update(data: counter)
        secret.withUnsafeBytes { hash.update(bufferPointer: $0) }
        hash.update(data: algorithmAndPartyU)
        hash.update(data: partyV)
        return SymmetricKey(data: hash.finalize())
    }
}
