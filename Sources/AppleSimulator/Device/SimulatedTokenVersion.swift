/// The two versions of payment tokens.
///
/// Source: Apple, Payment token format reference, "version".
package enum SimulatedTokenVersion: String, Sendable, Hashable, CaseIterable {
    /// Elliptic curves: key agreement, AES-256-GCM, ECDSA.
    case ecV1 = "EC_v1"
    /// RSA, if a market demands it: key transport, AES-128-GCM, PKCS#1 v1.5.
    case rsaV1 = "RSA_v1"
}
