import Crypto
import CryptoExtras
import PaymentDomain
import SwiftASN1
import X509

/// The two certificates of a signature, read and distinguished. ``ChainVerifier`` verifies that they lead to a trusted root.
struct SignerChain: Sendable {
    /// The leaf's public key, ready to verify with.
    enum Key: Sendable {
        case ecdsa(P256.Signing.PublicKey)
        case rsa(_RSA.Signing.PublicKey)
    }

    /// The certificate that signs tokens.
    let leaf: Certificate
    /// The certificate that issues it.
    let intermediate: Certificate
    /// The leaf's public key.
    let key: Key
    /// The leaf's issuer and serial number, as encoded.
    let issuerAndSerialNumber: [UInt8]
    /// When the leaf is valid.
    let leafValidity: Validity
    /// When the intermediate is valid.
    let intermediateValidity: Validity
    /// The leaf's common name.
    let commonName: String

    /// Whether the signer belongs to Apple's sandbox, which has the same root.
    ///
    /// Source: seen in Apple's own certificates (`…UC4-SANDBOX`); not a documented rule.
    let isSandbox: Bool

    /// Reads both certificates of a signature and finds out which is which by Apple's markers.
    ///
    /// Only the markers' presence counts; Apple gives their value no meaning.
    ///
    /// Source: Apple, Payment token format reference, step 1.a.
    init(_ bytes: [UInt8], certificates: [Range<Int>]) throws(PaymentTokenError) {
        let parsed = try certificates.map { (range) throws(PaymentTokenError) in
            try SignerChain.certificate(bytes[range])
        }
        let leaves = parsed.indices.filter {
            parsed[$0].extensions[oid: .applePayLeaf] != nil
        }
        let issuers = parsed.indices.filter {
            parsed[$0].extensions[oid: .applePayIntermediate] != nil
        }
        guard let leafIndex = leaves.first else { throw .leafMarkerMissing }
        guard let issuerIndex = issuers.first else { throw .intermediateMarkerMissing }
        guard leaves.count == 1, issuers.count == 1, leafIndex != issuerIndex else {
            throw .markersMisplaced
        }
        leaf = parsed[leafIndex]
        intermediate = parsed[issuerIndex]
        let isSwapped = intermediate.issuer == leaf.subject && leaf.issuer != intermediate.subject
        guard !isSwapped else { throw .markersMisplaced }
        let leafFields = try CertificateFields(bytes, in: certificates[leafIndex])
        issuerAndSerialNumber = leafFields.issuerAndSerialNumber
        leafValidity = leafFields.validity
        intermediateValidity =
            try CertificateFields(bytes, in: certificates[issuerIndex]).validity
        commonName = leaf.subject.firstText(.commonName) ?? ""
        isSandbox = commonName.uppercased().contains("SANDBOX")
        key = try SignerChain.key(of: leaf)
    }

    private static func certificate(
        _ bytes: ArraySlice<UInt8>
    ) throws(PaymentTokenError) -> Certificate {
        do {
            return try Certificate(derEncoded: Array(bytes))
        } catch {
            throw .certificateMalformed
        }
    }

    private static func key(of leaf: Certificate) throws(PaymentTokenError) -> Key {
        if let key = P256.Signing.PublicKey(leaf.publicKey) { return .ecdsa(key) }
        // The library refuses RSA keys under 2048 bits.
        if let key = _RSA.Signing.PublicKey(leaf.publicKey) { return .rsa(key) }
        throw .unsupportedSignerKey
    }
}

extension DistinguishedName {
    /// The first value of a type, if it is text.
    func firstText(_ type: ASN1ObjectIdentifier) -> String? {
        for attribute in lazy.flatMap({ $0 }) where attribute.type == type {
            return String(attribute.value)
        }
        return nil
    }
}
