import MerchantStorage
import CosterServer
import Merchants
import PaymentDomain
import PaymentStorage

/// Takes in certificates for one merchant: checks all that can be wrong, and says all of it.
package struct CertificateImport: Sendable {
    package let administration: Administration
    package let merchant: MerchantRecord
    package let records: MerchantRecords
    package let purpose: CertificatePurpose
    package let issuers: CertificateIssuers

    package init(
        administration: Administration, merchant: MerchantRecord, records: MerchantRecords,
        purpose: CertificatePurpose, issuers: CertificateIssuers
    ) {
        self.administration = administration
        self.merchant = merchant
        self.records = records
        self.purpose = purpose
        self.issuers = issuers
    }

    /// Imports Apple's answer to a request.
    ///
    /// - Returns: The message for the operator.
    /// - Throws: Exit code 65 with a line for each problem.
    package func takeAnswer(_ file: [UInt8]) async throws(CosterFailure) -> String {
        // With an RSA key a request may be for either purpose, and the database knows which.
        let pending = hashes { $0.state == .pending && $0.purpose == purpose }
        let certificate = try await checked(file, pending: pending)
        let request = AnsweredRequest(
            merchant: merchant.id, purpose: purpose, publicKeyHash: certificate.publicKeyHash)
        try await administration.done { (office) async throws(AdministrationError) in
            try await office.store.merchantStore.answer(
                request, with: answer(certificate), by: office.actor, at: office.now)
        }
        return taken(certificate)
    }

    /// Takes a certificate that comes with its key, in one file or beside it.
    package func takePair(
        _ file: [UInt8], certificateFile: [UInt8]?, password: [UInt8], vault: VaultKeyring
    ) async throws(CosterFailure) -> String {
        let pair: PKCS12File
        do {
            pair = try PKCS12File.open(
                file, password: password, certificateFile: certificateFile)
        } catch {
            await administration.recordRefusal(
                .certificateImported, subject: merchant.id.value, code: error.code)
            throw CosterFailure(.badInput, "refused: \(error.code): \(error.sentence)")
        }
        let hash = pair.publicKeyHash
        let certificate = try await checked(pair.certificate, pending: [hash])
        let new = NewCertificate(
            merchant: merchant.id, purpose: purpose,
            algorithm: certificate.algorithm ?? .ec, publicKeyHash: hash,
            sealedKey: try vault.seal(pair.privateKey, publicKeyHash: hash, of: merchant.id),
            answer: answer(certificate))
        _ = try await administration.done { (office) async throws(AdministrationError) in
            try await office.store.merchantStore.add(new, by: office.actor, at: office.now)
        }
        return taken(certificate)
    }

    private func checked(
        _ file: [UInt8], pending: Set<[UInt8]>
    ) async throws(CosterFailure) -> AppleCertificate {
        let check = CertificateCheck(
            purpose: purpose, merchantIdentifier: merchant.appleMerchantIdentifier,
            pendingKeyHashes: pending, presentKeyHashes: hashes { $0.state == .active },
            issuers: issuers)
        let (certificate, problems) = check.read(file, at: administration.now)
        if let certificate, problems.isEmpty { return certificate }
        await administration.recordRefusal(
            .certificateImported, subject: merchant.id.value,
            code: problems.map(\.code).joined(separator: " "))
        let lines = problems.map { "refused: \($0.code): \($0.sentence)" }
        throw CosterFailure(.badInput, lines.joined(separator: "\n"))
    }

    private func hashes(_ isMeant: (CertificateRecord) -> Bool) -> Set<[UInt8]> {
        Set(
            records.certificates.filter { $0.merchant == merchant.id && isMeant($0) }
                .map(\.publicKeyHash))
    }

    private func answer(_ certificate: AppleCertificate) -> CertificateAnswer {
        CertificateAnswer(
            certificate: certificate.der, notBefore: certificate.notBefore,
            notAfter: certificate.notAfter)
    }

    private func taken(_ certificate: AppleCertificate) -> String {
        let expiry = CertificateExpiry(
            notAfter: certificate.notAfter, now: administration.now)
        return
            "The certificate of \(merchant.appleMerchantIdentifier) is in use, and valid for \(expiry.daysLeft.counted("day")) (until \(certificate.notAfter.iso8601Seconds))."
    }
}
