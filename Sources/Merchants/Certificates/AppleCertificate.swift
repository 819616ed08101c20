import Crypto
import Foundation
import PaymentDomain
import SwiftASN1
import X509

/// A certificate that Apple has issued for a merchant, or that is taken for one.
///
/// Reading it proves nothing: ``CertificateCheck`` says whether it may be used.
package struct AppleCertificate: Sendable, Hashable {
    /// The certificate in DER, however the file had it.
    package let der: [UInt8]
    /// Its purpose, or nil if it has none in Apple Pay.
    package let purpose: CertificatePurpose?
    /// The kind of key, or nil if Apple Pay doesn't use it.
    package let algorithm: KeyAlgorithm?
    /// SHA-256 of its SubjectPublicKeyInfo.
    package let publicKeyHash: [UInt8]
    /// SHA-256 of the merchant identifier, or nil if the certificate doesn't have it.
    package let merchantIdentifierHash: [UInt8]?
    /// The merchant identifier, if the subject has it.
    package let merchantIdentifier: String?
    /// The subject's common name; empty if there isn't one.
    package let commonName: String
    /// The start of its validity.
    package let notBefore: Timestamp
    /// The last second of its validity.
    package let notAfter: Timestamp
    /// The issuer's distinguished name, for a person.
    package let issuerName: String
    /// The certificate as the library reads it.
    let certificate: Certificate

    /// Reads a file with one certificate, PEM or DER.
    ///
    /// - Throws: What is wrong with the file: ``CertificateProblem/notACertificate``,
    ///   ``CertificateProblem/severalCertificates``, ``CertificateProblem/keyUnsupported``, or
    ///   that it is a file of another kind.
    package init(_ file: [UInt8]) throws(CertificateProblem) {
        try self.init(der: try CertificateFile.certificate(in: file))
    }

    /// Reads exactly one certificate in DER.
    init(der: [UInt8]) throws(CertificateProblem) {
        let publicKeyInfo: [UInt8]
        do {
            certificate = try Certificate(derEncoded: der)
            var serializer = DER.Serializer()
            try serializer.serialize(certificate.publicKey)
            publicKeyInfo = serializer.serializedBytes
        } catch {
            // The library reads no certificate of a key that it does not know.
            throw CertificateFile.holdsForeignKey(der) ? .keyUnsupported : .notACertificate
        }
        guard AppleCertificate.hasWholeSignature(der) else { throw .notACertificate }
        self.der = der
        algorithm = CertificateKey.algorithm(of: publicKeyInfo)
        publicKeyHash = Array(SHA256.hash(data: publicKeyInfo))
        commonName = certificate.subject.text(.RDNAttributeType.commonName) ?? ""
        purpose = AppleCertificate.purpose(of: certificate, commonName: commonName)
        let identifier = certificate.subject.text(.userID)
        merchantIdentifier = identifier
        merchantIdentifierHash = AppleCertificate.identifierHash(of: certificate, identifier)
        notBefore = Timestamp(reading: certificate.notValidBefore)
        notAfter = Timestamp(reading: certificate.notValidAfter)
        issuerName = certificate.issuer.description
    }

    /// The signature is a whole number of bytes. A count of unused bits would make another file of
    /// the same certificate, which the library takes for as good.
    ///
    /// Source: RFC 5280, section 4.1: SEQUENCE { tbsCertificate, signatureAlgorithm, BIT STRING }.
    private static func hasWholeSignature(_ der: [UInt8]) -> Bool {
        do {
            guard case .constructed(let nodes) = try DER.parse(der).content,
                let last = Array(nodes).last
            else { return false }
            return try ASN1BitString(derEncoded: last).paddingBits == 0
        } catch {
            // A certificate that can't be read has no signature.
            return false
        }
    }

    /// Whether two are the same certificate, byte for byte.
    package static func == (left: AppleCertificate, right: AppleCertificate) -> Bool {
        left.der == right.der
    }

    /// The hash of the bytes.
    package func hash(into hasher: inout Hasher) { hasher.combine(der) }

    /// Apple writes the purpose into the common name; the certificates of 2014 say "Merchant ID:"
    /// for both, and only those that a TLS client shows allow that use.
    ///
    /// Source: genuine certificates of 2014, 2021 and 2024.
    private static func purpose(
        of certificate: Certificate, commonName: String
    ) -> CertificatePurpose? {
        if commonName.hasPrefix("Apple Pay Payment Processing:") { return .paymentProcessing }
        if commonName.hasPrefix("Apple Pay Merchant Identity:") { return .merchantIdentity }
        guard certificate.extensions[oid: .merchantIdentifierHash] != nil else { return nil }
        return isForTLSClients(certificate) ? .merchantIdentity : .paymentProcessing
    }

    private static func isForTLSClients(_ certificate: Certificate) -> Bool {
        do {
            return try certificate.extensions.extendedKeyUsage?.contains(.clientAuth) ?? false
        } catch {
            // An extension that cannot be read allows nothing.
            return false
        }
    }

    /// The extension holds a UTF8String (tag 0C, length 40) of 64 hexadecimal digits; without it,
    /// the subject's user identifier is the merchant identifier itself.
    ///
    /// Source: Apple, "Restoring the symmetric key", step 2, and Apple's certificates.
    private static func identifierHash(
        of certificate: Certificate, _ identifier: String?
    ) -> [UInt8]? {
        if let value = certificate.extensions[oid: .merchantIdentifierHash]?.value {
            let digits = CertificateLimits.identifierHashDigits
            guard value.starts(with: [0x0C, UInt8(digits)]), value.count == digits + 2 else {
                return nil
            }
            return Hexadecimal.bytes(value.dropFirst(2))
        }
        return identifier.map { Array(SHA256.hash(data: Array($0.utf8))) }
    }
}

extension DistinguishedName {
    /// The first attribute of a type as text.
    func text(_ type: ASN1ObjectIdentifier) -> String? {
        lazy.flatMap { $0 }.first { $0.type == type }.flatMap { String($0.value) }
    }
}

extension ASN1ObjectIdentifier {
    /// The UID attribute of a subject: the merchant identifier. Source: RFC 4519, 2.39.
    static let userID: ASN1ObjectIdentifier = [0, 9, 2342, 19_200_300, 100, 1, 1]
    /// Apple's extension with the hash of the merchant identifier.
    static let merchantIdentifierHash: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 32]
}

extension Timestamp {
    /// The whole second of a library's date; X.509 has no finer ones.
    init(reading date: Date) {
        self.init(seconds: Int64(exactly: date.timeIntervalSince1970.rounded(.down)) ?? .max)
    }
}

/// Reads hexadecimal digits.
enum Hexadecimal {
    /// The bytes, or nil where something is no digit or the count is odd.
    static func bytes(_ digits: some Collection<UInt8>) -> [UInt8]? {
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in digits {
            guard let value = value(digit) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
