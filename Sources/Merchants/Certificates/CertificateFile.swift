import ApplePayToken
import SwiftASN1
import X509

/// Finds the certificates of a file, and says what else a file is.
enum CertificateFile {
    /// The DER of the only certificate.
    static func certificate(in file: [UInt8]) throws(CertificateProblem) -> [UInt8] {
        let certificates = try certificates(in: file)
        guard certificates.count == 1 else { throw .severalCertificates }
        return certificates[0]
    }

    /// The DER of each certificate, at least one; a file in DER has exactly one.
    static func certificates(in file: [UInt8]) throws(CertificateProblem) -> [[UInt8]] {
        guard !file.isEmpty, file.count <= CertificateLimits.fileBytes else {
            throw .notACertificate
        }
        let blocks = PEMBlock.blocks(in: file)
        guard !blocks.isEmpty else { return [try certificate(inDER: file)] }
        let certificates = blocks.filter { $0.label == "CERTIFICATE" }.compactMap(\.der)
        guard certificates.isEmpty else { return certificates }
        let labels = blocks.map(\.label)
        if labels.contains(where: { $0.hasSuffix("CERTIFICATE REQUEST") }) { throw .requestGiven }
        if labels.contains(where: { $0.hasSuffix("PRIVATE KEY") }) { throw .privateKeyGiven }
        throw labels.contains("PKCS12") ? .pkcs12Given : .notACertificate
    }

    private static func certificate(
        inDER file: [UInt8]
    ) throws(CertificateProblem) -> [UInt8] {
        guard let parts = concatenated(file) else { throw .notACertificate }
        guard parts.count == 1 else {
            throw parts.allSatisfy(isCertificateShaped) ? .severalCertificates : .notACertificate
        }
        if isCertificateShaped(parts[0]) { return file }
        throw other(parts[0])
    }

    /// The problem of a DER file that isn't a certificate.
    private static func other(_ node: ASN1Node) -> CertificateProblem {
        do {
            let parts = try node.children(atLeast: 1)
            let isVersioned = parts[0].identifier == .integer
            if isVersioned, parts.count > 1 {
                if PKCS12Layout.isShaped(parts) { return .pkcs12Given }
                let second = parts[1].identifier
                // PKCS#8, SEC 1 and PKCS#1: a version, then an algorithm, octets or a number.
                if second == .sequence || second == .octetString || second == .integer {
                    return .privateKeyGiven
                }
            }
            let first = try parts[0].children(atLeast: 1)
            if parts.count == 3, first[0].identifier == .integer { return .requestGiven }
            return .notACertificate
        } catch {
            // Built like nothing that is known here.
            return .notACertificate
        }
    }

    /// The nodes that follow one another in a file, or nil if it isn't ASN.1 to its end.
    private static func concatenated(_ file: [UInt8]) -> [ASN1Node]? {
        var rest = file[...]
        var nodes: [ASN1Node] = []
        while !rest.isEmpty {
            guard nodes.count < CertificateLimits.certificatesInFile,
                let count = DERBytes.nodeLength(rest), count <= rest.count
            else { return nil }
            do {
                nodes.append(try BER.parse(rest.prefix(count)))
            } catch {
                // Not ASN.1.
                return nil
            }
            rest = rest.dropFirst(count)
        }
        return nodes
    }

    /// Whether a node is built as a certificate: { { [0] version, serial, ... }, { }, BIT STRING }.
    ///
    /// A request is built alike, but begins with a plain version and has four parts.
    private static func isCertificateShaped(_ node: ASN1Node) -> Bool {
        do {
            let parts = try node.children(atLeast: 3)
            let certified = try parts[0].children(atLeast: 6)
            return parts.count == 3 && parts[2].identifier == .bitString && !certified.isEmpty
        } catch {
            // Fewer parts than a certificate has.
            return false
        }
    }

    /// Whether this is a certificate of a kind of key that Apple Pay doesn't use.
    ///
    /// The key follows the version, the serial number, the algorithm, the issuer, the dates and the subject.
    static func holdsForeignKey(_ der: [UInt8]) -> Bool {
        do {
            let certificate = try DER.parse(der)
            guard isCertificateShaped(certificate) else { return false }
            let parts = try certificate.children(atLeast: 3)[0].children(atLeast: 7)
            return try CertificateKey.algorithm(of: parts[6]) == nil
        } catch {
            // Not even a certificate.
            return false
        }
    }
}
