import SwiftASN1

/// A PKCS#12 file in its parts, before anything is decrypted.
///
/// Layout (RFC 7292, section 4): { 3, { data, [0] OCTETS { ContentInfo... } }, MacData }, whose ContentInfo is either
/// data, with readable bags, or encryptedData, with hidden ones.
struct PKCS12Layout {
    /// The bytes that the MAC covers: the content infos in their sequence.
    let content: [UInt8]
    /// The HMAC that the password's key made.
    let seal: PKCS12Seal
    /// The encrypted content infos, as they stand.
    private(set) var encrypted: [[UInt8]] = []
    /// Private keys that are not encrypted: PKCS#8.
    private(set) var plainKeys: [[UInt8]] = []
    /// Private keys that are encrypted: EncryptedPrivateKeyInfo.
    private(set) var sealedKeys: [[UInt8]] = []
    /// Certificates that are not encrypted.
    private(set) var certificates: [[UInt8]] = []

    /// Takes a file apart.
    init(_ file: [UInt8]) throws(PKCS12Problem) {
        guard file.count <= CertificateLimits.fileBytes else { throw .malformed }
        do {
            let parts = try BER.parse(file).children(atLeast: 2)
            let outer = try parts[1].children(atLeast: 2)
            guard parts[0].identifier == .integer else { throw PKCS12Problem.malformed }
            switch try ASN1ObjectIdentifier(berEncoded: outer[0]) {
            case .pkcs7Data: break
            // Sealed with a certificate in place of a password.
            case .pkcs7SignedData: throw PKCS12Problem.encryptionUnsupported
            default: throw PKCS12Problem.malformed
            }
            content = try PKCS12Layout.octets(inside: outer[1])
            // A file without a MAC may have been changed by anyone.
            guard parts.count == 3 else { throw PKCS12Problem.encryptionUnsupported }
            seal = try PKCS12Seal(parts[2])
            for info in try BER.parse(content).children(atLeast: 0) { try read(info) }
        } catch let problem as PKCS12Problem {
            throw problem
        } catch {
            throw .malformed
        }
        let count = certificates.count + sealedKeys.count + plainKeys.count + encrypted.count
        guard count <= CertificateLimits.certificatesInFile else { throw .malformed }
    }

    /// Whether the parts of a node are those of a PKCS#12 file.
    static func isShaped(_ parts: [ASN1Node]) -> Bool {
        do {
            let outer = try parts[1].children(atLeast: 2)
            return try ASN1ObjectIdentifier(berEncoded: outer[0]) == .pkcs7Data
        } catch {
            // Something else.
            return false
        }
    }

    private mutating func read(_ info: ASN1Node) throws {
        let parts = try info.children(atLeast: 2)
        switch try ASN1ObjectIdentifier(berEncoded: parts[0]) {
        case .pkcs7Data:
            let bags = try BER.parse(try PKCS12Layout.octets(inside: parts[1]))
            for bag in try bags.children(atLeast: 0) { try readBag(bag) }
        case .pkcs7EncryptedData:
            try PKCS12Layout.limitRounds(in: parts[1])
            encrypted.append(Array(info.encodedBytes))
        default: throw PKCS12Problem.encryptionUnsupported
        }
    }

    private mutating func readBag(_ bag: ASN1Node) throws {
        let parts = try bag.children(atLeast: 2)
        let inside = try parts[1].children(atLeast: 1)[0]
        switch try ASN1ObjectIdentifier(berEncoded: parts[0]) {
        case .keyBag: plainKeys.append(Array(inside.encodedBytes))
        case .shroudedKeyBag:
            try PKCS12Layout.limitRounds(in: inside)
            sealedKeys.append(Array(inside.encodedBytes))
        case .certificateBag:
            let certificate = try inside.children(atLeast: 2)
            guard try ASN1ObjectIdentifier(berEncoded: certificate[0]) == .x509Certificate else {
                return
            }
            certificates.append(try PKCS12Layout.octets(inside: certificate[1]))
        default: return
        }
    }

    /// The bytes of an explicitly tagged octet string.
    private static func octets(inside node: ASN1Node) throws -> [UInt8] {
        Array(try ASN1OctetString(berEncoded: try node.children(atLeast: 1)[0]).bytes)
    }

    /// Refuses an encryption that asks for more rounds than we spend: no other number in its
    /// parameters is anywhere near the limit.
    private static func limitRounds(in node: ASN1Node) throws {
        switch node.content {
        case .constructed(let children):
            for child in children { try limitRounds(in: child) }
        case .primitive:
            guard node.identifier == .integer else { return }
            guard try Int(berEncoded: node) <= CertificateLimits.passwordRounds else {
                throw PKCS12Problem.encryptionUnsupported
            }
        }
    }
}

// Source: RFC 7292, appendix D; RFC 5652, sections 4 and 8.
extension ASN1ObjectIdentifier {
    static let pkcs7Data: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 7, 1]
    fileprivate static let pkcs7SignedData: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 7, 2]
    fileprivate static let pkcs7EncryptedData: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 7, 6]
    static let keyBag: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 12, 10, 1, 1]
    fileprivate static let shroudedKeyBag: ASN1ObjectIdentifier = [
        1, 2, 840, 113_549, 1, 12, 10, 1, 2,
    ]
    static let certificateBag: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 12, 10, 1, 3]
    static let x509Certificate: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 9, 22, 1]
}
