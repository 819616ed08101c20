import Crypto
import SwiftASN1
import X509

/// The signature of a session as a device reads it: one signer, its certificates, and what the key signed.
///
/// Source: RFC 5652, sections 5.1, 5.3 and 5.4.
struct SessionSignature {
    /// The certificates that came with the signature, the signer's first.
    let certificates: [Certificate]
    /// The signed attributes under the tag of a SET, which is what the key signed.
    private let attributes: [UInt8]
    private let messageDigest: [UInt8]
    private let signature: [UInt8]

    /// Reads a signature, in BER or DER.
    ///
    /// - Throws: An error of the ASN.1 library, or ``UnexpectedSignature``.
    init(_ bytes: [UInt8]) throws {
        // ContentInfo: type, [0] { SignedData: version, digests, content, [0] certificates, signers }.
        let outer = try BER.parse(bytes).children
        let signedData = try outer.at(1).children.at(0).children
        certificates = try signedData.at(3).children.map { try Certificate(derEncoded: $0.bytes) }
        // SignerInfo: version, name, digest, [0] attributes, algorithm, signature.
        let signers = try signedData.at(4).children
        guard signers.count == 1 else { throw UnexpectedSignature() }
        let signer = try signers.at(0).children
        let signed = try signer.at(3)
        attributes = [0x31] + signed.bytes.dropFirst()
        signature = Array(try ASN1OctetString(berEncoded: try signer.at(5)).bytes)
        let digests = try signed.children.filter {
            try ASN1ObjectIdentifier(berEncoded: try $0.children.at(0))
                == SimulatorOID.messageDigest
        }
        guard digests.count == 1 else { throw UnexpectedSignature() }
        let value = try digests.at(0).children.at(1).children.at(0)
        messageDigest = Array(try ASN1OctetString(berEncoded: value).bytes)
    }

    /// Whether the first certificate's key has signed a content.
    func isValid(for content: [UInt8]) -> Bool {
        guard let leaf = certificates.first,
            SHA256.hash(data: content).elementsEqual(messageDigest)
        else { return false }
        return leaf.publicKey.isValidSignature(
            signature, for: attributes, signatureAlgorithm: .ecdsaWithSHA256)
    }
}

/// The signature has another structure than Apple's.
struct UnexpectedSignature: Error {}

extension ASN1Node {
    /// The node's own bytes.
    fileprivate var bytes: [UInt8] { Array(encodedBytes) }

    /// The parts of a constructed node.
    fileprivate var children: [ASN1Node] {
        get throws {
            guard case .constructed(let nodes) = content else { throw UnexpectedSignature() }
            return Array(nodes)
        }
    }
}

extension [ASN1Node] {
    fileprivate func at(_ index: Int) throws -> ASN1Node {
        guard indices.contains(index) else { throw UnexpectedSignature() }
        return self[index]
    }
}
