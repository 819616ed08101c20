import Crypto
import PaymentDomain

/// Whether a certificate may become one of a merchant's.
///
/// All that is wrong is said at once, so that an operator mends it in one go.
package struct CertificateCheck: Sendable {
    /// The purpose that the certificate is to be used for.
    package var purpose: CertificatePurpose
    /// The Apple merchant identifier, `merchant.com.example`.
    package var merchantIdentifier: String
    /// The public key hashes of the merchant's requests that wait for an answer.
    ///
    /// For a certificate that comes with its key, in a PKCS#12 file: that key's.
    package var pendingKeyHashes: Set<[UInt8]>
    /// The public key hashes of the certificates that the merchant has.
    package var presentKeyHashes: Set<[UInt8]>
    package var issuers: CertificateIssuers

    /// A check for one merchant and one purpose.
    package init(
        purpose: CertificatePurpose, merchantIdentifier: String,
        pendingKeyHashes: Set<[UInt8]>, presentKeyHashes: Set<[UInt8]> = [],
        issuers: CertificateIssuers = .apple
    ) {
        self.purpose = purpose
        self.merchantIdentifier = merchantIdentifier
        self.pendingKeyHashes = pendingKeyHashes
        self.presentKeyHashes = presentKeyHashes
        self.issuers = issuers
    }

    /// All problems of a certificate at a time, the gravest first; empty if it may be used.
    package func problems(
        of certificate: AppleCertificate, at now: Timestamp
    ) -> [CertificateProblem] {
        [
            purposeProblem(certificate), merchantProblem(certificate), requestProblem(certificate),
            keyProblem(certificate), issuers.problem(of: certificate.certificate),
            CertificateCheck.dateProblem(certificate, at: now),
        ].compactMap { $0 }
    }

    /// The certificate of a file, or everything that is wrong with it.
    package func read(
        _ file: [UInt8], at now: Timestamp
    ) -> (certificate: AppleCertificate?, problems: [CertificateProblem]) {
        do {
            let certificate = try own(try CertificateFile.certificates(in: file))
            return (certificate, problems(of: certificate, at: now))
        } catch {
            return (nil, [error])
        }
    }

    /// The merchant's certificate: of a file with its issuers' too, the one for a key of ours.
    private func own(_ files: [[UInt8]]) throws(CertificateProblem) -> AppleCertificate {
        if files.count == 1 { return try AppleCertificate(der: files[0]) }
        let ours = pendingKeyHashes.union(presentKeyHashes)
        for file in files {
            let certificate = try AppleCertificate(der: file)
            if ours.contains(certificate.publicKeyHash) { return certificate }
        }
        throw .severalCertificates
    }

    /// The problem of the dates, also for a certificate in use.
    package static func dateProblem(
        _ certificate: AppleCertificate, at now: Timestamp
    ) -> CertificateProblem? {
        if now < certificate.notBefore { return .notYetValid }
        // The last second belongs to it. Source: RFC 5280, section 4.1.2.5.
        return now.seconds > certificate.notAfter.seconds ? .expired : nil
    }

    private func purposeProblem(_ certificate: AppleCertificate) -> CertificateProblem? {
        switch certificate.purpose {
        case purpose: nil
        case .merchantIdentity: .isMerchantIdentity
        case .paymentProcessing: .isPaymentProcessing
        case nil: .purposeUnknown
        }
    }

    private func merchantProblem(_ certificate: AppleCertificate) -> CertificateProblem? {
        guard let hash = certificate.merchantIdentifierHash else {
            return .merchantIdentifierMissing
        }
        let ours = Array(SHA256.hash(data: Array(merchantIdentifier.utf8)))
        return hash == ours ? nil : .otherMerchant
    }

    private func requestProblem(_ certificate: AppleCertificate) -> CertificateProblem? {
        // First: a key that is in use must not be imported again, whatever waits for it.
        if presentKeyHashes.contains(certificate.publicKeyHash) { return .requestAnswered }
        return pendingKeyHashes.contains(certificate.publicKeyHash) ? nil : .noPendingRequest
    }

    private func keyProblem(_ certificate: AppleCertificate) -> CertificateProblem? {
        guard let algorithm = certificate.algorithm else { return .keyUnsupported }
        return purpose.algorithms.contains(algorithm) ? nil : .identityKeyNotRSA
    }
}
