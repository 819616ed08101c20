import SwiftASN1

/// Which kind of key a SubjectPublicKeyInfo holds.
///
/// Layout (RFC 5280, section 4.1): { { algorithm, parameters }, BIT STRING }
enum CertificateKey {
    /// The kind, or nil if Apple Pay doesn't use it: another algorithm, curve or size.
    static func algorithm(of publicKeyInfo: [UInt8]) -> KeyAlgorithm? {
        do {
            return try algorithm(of: try DER.parse(publicKeyInfo))
        } catch {
            // A key that can't be read isn't one that Apple Pay uses.
            return nil
        }
    }

    /// The kind, from a node that is parsed already.
    static func algorithm(of node: ASN1Node) throws -> KeyAlgorithm? {
        let parts = try node.children(atLeast: 2)
        let identifier = try parts[0].children(atLeast: 1)
        let key = Array(try ASN1BitString(derEncoded: parts[1]).bytes)
        switch try ASN1ObjectIdentifier(derEncoded: identifier[0]) {
        case .ecPublicKey:
            guard identifier.count == 2,
                try ASN1ObjectIdentifier(derEncoded: identifier[1]) == .p256
            else { return nil }
            return .ec
        case .rsaEncryption:
            let numbers = try DER.parse(key).children(atLeast: 2)
            return bits(of: numbers[0]) == CertificateLimits.rsaKeyBits ? .rsa : nil
        default: return nil
        }
    }

    /// How many bits a positive integer has.
    private static func bits(of integer: ASN1Node) -> Int {
        guard case .primitive(let content) = integer.content else { return 0 }
        let magnitude = content.drop { $0 == 0 }
        guard let first = magnitude.first else { return 0 }
        return magnitude.count * 8 - first.leadingZeroBitCount
    }
}

extension ASN1Node {
    /// The children of a constructed node.
    ///
    /// - Throws: ``UnexpectedStructure`` if it is primitive or has fewer.
    func children(atLeast count: Int) throws(UnexpectedStructure) -> [ASN1Node] {
        guard case .constructed(let nodes) = content else { throw UnexpectedStructure() }
        let children = Array(nodes)
        guard children.count >= count else { throw UnexpectedStructure() }
        return children
    }
}

/// Some ASN.1 has an unexpected structure; its reader gives the error a meaning.
struct UnexpectedStructure: Error {}

// Source: RFC 5480, sections 2.1.1 and 2.1.1.1; RFC 8017, appendix A.1.
extension ASN1ObjectIdentifier {
    fileprivate static let ecPublicKey: ASN1ObjectIdentifier = [1, 2, 840, 10045, 2, 1]
    fileprivate static let p256: ASN1ObjectIdentifier = [1, 2, 840, 10045, 3, 1, 7]
    fileprivate static let rsaEncryption: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 1, 1]
}
