import Crypto

/// The device's one-time public key of an EC_v1 token.
///
/// Layout, 91 bytes: a SubjectPublicKeyInfo of id-ecPublicKey on secp256r1 (26 bytes that are
/// always the same), then the point uncompressed, `04 || x || y`.
///
/// Source: Apple, Payment token format reference, header.ephemeralPublicKey; RFC 5480, sections 2
/// and 2.2.
enum EphemeralKey {
    /// The bytes before every uncompressed P-256 point.
    private static let prefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08,
        0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]
    /// `04`, x and y.
    private static let pointBytes = 65

    /// Checks all but the point itself, which costs arithmetic and waits until the signature is
    /// good.
    static func checkShape(_ bytes: [UInt8]) throws(PaymentTokenError) {
        let isPrefixed = bytes.starts(with: prefix)
        guard isPrefixed || looksLikeKey(bytes) else { throw .ephemeralKeyMalformed }
        guard isPrefixed else { throw .ephemeralKeyWrongCurve }
        guard bytes.count == prefix.count + pointBytes else { throw .ephemeralKeyMalformed }
        guard bytes[prefix.count] == 0x04 else { throw .ephemeralKeyWrongCurve }
    }

    /// The key, if its point lies on the curve; the library checks that (SP 800-56A, 5.6.2.3.4).
    static func key(_ bytes: [UInt8]) throws(PaymentTokenError) -> P256.KeyAgreement.PublicKey {
        do {
            return try P256.KeyAgreement.PublicKey(x963Representation: bytes[prefix.count...])
        } catch {
            throw .ephemeralKeyOffCurve
        }
    }

    /// Whether this is the SubjectPublicKeyInfo of some elliptic curve key, of whatever curve or
    /// point form.
    private static func looksLikeKey(_ bytes: [UInt8]) -> Bool {
        let ecPublicKey: [UInt8] = [0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
        guard bytes.count > 16, bytes[0] == 0x30 else { return false }
        return (4...8).contains { bytes[$0...].starts(with: ecPublicKey) }
    }
}
