import X509

/// The issuers whose certificates are accepted.
///
/// Apple's authorities are known by their names: the key must belong to a request of ours, so a certificate that only
/// bears the name could bring no stranger's key. An authority whose own certificate is given, the simulator's, must
/// have signed.
package struct CertificateIssuers: Sendable {
    private let known: [Certificate]
    private let acceptsApple: Bool

    /// Apple's authorities alone.
    package static let apple = CertificateIssuers([], acceptsApple: true)

    private init(_ known: [Certificate], acceptsApple: Bool) {
        self.known = known
        self.acceptsApple = acceptsApple
    }

    /// Authorities whose certificates are given, and Apple's.
    ///
    /// - Parameters:
    ///   - files: One certificate each, PEM or DER.
    ///   - acceptsApple: Whether Apple's authorities are accepted beside them.
    /// - Throws: ``CertificateProblem`` if one of the files isn't a certificate.
    package init(known files: [[UInt8]], acceptsApple: Bool = true) throws(CertificateProblem) {
        var certificates: [Certificate] = []
        for file in files { certificates.append(try AppleCertificate(file).certificate) }
        self.init(certificates, acceptsApple: acceptsApple)
    }

    /// The problem of a certificate's issuer, or nil.
    func problem(of certificate: Certificate) -> CertificateProblem? {
        let named = known.filter { $0.subject == certificate.issuer }
        if !named.isEmpty {
            let isSigned = named.contains {
                $0.publicKey.isValidSignature(certificate.signature, for: certificate)
            }
            return isSigned ? nil : .issuerSignatureWrong
        }
        guard acceptsApple, CertificateIssuers.isApple(certificate.issuer) else {
            return .issuerUnknown
        }
        return nil
    }

    /// Whether a name is that of an authority with which Apple issues merchants' certificates.
    ///
    /// Source: genuine payment processing certificates of 2014, 2021 and 2024 come from "Apple
    /// Worldwide Developer Relations CA - G2"; Apple's list of certification authorities names the
    /// others "Apple Worldwide Developer Relations Certification Authority", with their generation
    /// as the unit.
    static func isApple(_ issuer: DistinguishedName) -> Bool {
        guard issuer.text(.RDNAttributeType.organizationName) == "Apple Inc.",
            let name = issuer.text(.RDNAttributeType.commonName)
        else { return false }
        if name == "Apple Worldwide Developer Relations Certification Authority" { return true }
        let early = "Apple Worldwide Developer Relations CA - G"
        guard name.hasPrefix(early) else { return false }
        let generation = name.dropFirst(early.count)
        return (1...2).contains(generation.utf8.count)
            && generation.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
