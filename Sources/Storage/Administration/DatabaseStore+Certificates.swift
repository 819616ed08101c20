import CardVault
import Merchants
import PaymentDomain
import PaymentEngine
import Database

/// A key that is about to be kept, with or without its certificate.
package struct NewCertificate: Sendable {
    package var merchant: MerchantID
    package var purpose: CertificatePurpose
    /// The kind of key.
    package var algorithm: KeyAlgorithm
    /// SHA-256 of the public key.
    package var publicKeyHash: [UInt8]
    /// The private key, sealed.
    package var sealedKey: SealedRecord
    /// Apple's certificate, if it has already been imported.
    package var answer: CertificateAnswer?

    /// A key about to be kept.
    package init(
        merchant: MerchantID, purpose: CertificatePurpose, algorithm: KeyAlgorithm,
        publicKeyHash: [UInt8], sealedKey: SealedRecord, answer: CertificateAnswer?
    ) {
        self.merchant = merchant
        self.purpose = purpose
        self.algorithm = algorithm
        self.publicKeyHash = publicKeyHash
        self.sealedKey = sealedKey
        self.answer = answer
    }
}

/// Which request an answer of Apple's is for.
package struct AnsweredRequest: Sendable, Hashable {
    package let merchant: MerchantID
    /// Its purpose: a request with the same key for the other purpose doesn't match.
    package let purpose: CertificatePurpose
    /// SHA-256 of the public key.
    package let publicKeyHash: [UInt8]

    package init(merchant: MerchantID, purpose: CertificatePurpose, publicKeyHash: [UInt8]) {
        self.merchant = merchant
        self.purpose = purpose
        self.publicKeyHash = publicKeyHash
    }
}

/// What Apple answered to a request.
package struct CertificateAnswer: Sendable, Hashable {
    /// The certificate in DER.
    package let certificate: [UInt8]
    /// From when it is good.
    package let notBefore: Timestamp
    package let notAfter: Timestamp

    package init(certificate: [UInt8], notBefore: Timestamp, notAfter: Timestamp) {
        self.certificate = certificate
        self.notBefore = notBefore
        self.notAfter = notAfter
    }
}

extension DatabaseStore {
    /// Keeps a key: one whose certificate is awaited, or a pair.
    ///
    /// - Returns: Its number.
    /// - Throws: `refused` with `merchantUnknown` or `certificateExists`.
    package func add(
        _ new: NewCertificate, by actor: String, at now: Timestamp
    ) async throws(AdministrationError) -> Administered<Int64> {
        let act = AdministrativeAct(
            at: now, actor: actor,
            kind: new.answer == nil ? .certificateRequested : .certificateImported,
            subject: "\(new.merchant) \(hexText(new.publicKeyHash))")
        return try await administer(act) { db in
            guard try db.hasMerchant(new.merchant) else { return .failure(.merchantUnknown) }
            let number = try db.first(
                """
                INSERT INTO certificates (merchant, purpose, algorithm, state, public_key_hash,
                    key_id, sealed_key, certificate, not_before, not_after, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                RETURNING number
                """,
                [
                    new.merchant.value.sqlValue, new.purpose.rawValue.sqlValue,
                    new.algorithm.rawValue.sqlValue,
                    (new.answer == nil ? "pending" : "active").sqlValue,
                    new.publicKeyHash.sqlValue, new.sealedKey.keyID.sqlValue,
                    new.sealedKey.bytes.sqlValue, new.answer?.certificate.sqlValue ?? .null,
                    new.answer?.notBefore.value ?? .null, new.answer?.notAfter.value ?? .null,
                    now.value,
                ]
            ) { try $0.integer() }
            return number.map { .success($0) } ?? .failure(.certificateExists)
        }
    }

    /// Stores Apple's answer to its request, and so puts the certificate into use.
    ///
    /// - Throws: `refused` with `certificateUnknown` if no request of this key waits for a certificate of this purpose.
    package func answer(
        _ request: AnsweredRequest, with answer: CertificateAnswer, by actor: String,
        at now: Timestamp
    ) async throws(AdministrationError) -> Administered<Void> {
        let act = AdministrativeAct(
            at: now, actor: actor, kind: .certificateImported,
            subject: "\(request.merchant) \(hexText(request.publicKeyHash))")
        return try await administer(act) { db in
            let answered = try db.change(
                """
                UPDATE certificates SET state = 'active', certificate = ?4, not_before = ?5,
                    not_after = ?6
                WHERE merchant = ?1 AND purpose = ?2 AND public_key_hash = ?3
                    AND state = 'pending'
                """,
                [
                    request.merchant.value.sqlValue, request.purpose.rawValue.sqlValue,
                    request.publicKeyHash.sqlValue, answer.certificate.sqlValue,
                    answer.notBefore.value, answer.notAfter.value,
                ])
            return answered == 1 ? .success(()) : .failure(.certificateUnknown)
        }
    }

    /// Takes a key out of use and erases it.
    ///
    /// - Parameter evenTheLast: Whether the merchant may be left without a key for its tokens.
    /// - Throws: `refused` with `certificateUnknown` or `lastCertificate`.
    package func retire(
        certificate number: Int64, of merchant: MerchantID, evenTheLast: Bool, by actor: String,
        at now: Timestamp
    ) async throws(AdministrationError) -> Administered<Void> {
        let act = AdministrativeAct(
            at: now, actor: actor, kind: .certificateRetired, subject: "\(merchant) \(number)")
        return try await administer(act) { db in
            let others = try db.first(
                """
                SELECT count(*) FROM certificates c WHERE c.merchant = ?1 AND c.number <> ?2
                    AND c.state = 'active' AND EXISTS (SELECT 1 FROM certificates mine
                        WHERE mine.number = ?2 AND mine.purpose = c.purpose
                            AND mine.algorithm = c.algorithm)
                """,
                [merchant.value.sqlValue, number.sqlValue]
            ) { try $0.count() }
            let isLast = try db.first(
                """
                SELECT 1 FROM certificates WHERE merchant = ? AND number = ? AND state = 'active'
                """,
                [merchant.value.sqlValue, number.sqlValue]
            ) { _ in others == 0 }
            if isLast == true, !evenTheLast { return .failure(.lastCertificate) }
            let retired = try db.change(
                """
                UPDATE certificates SET state = 'retired', key_id = NULL, sealed_key = NULL
                WHERE merchant = ? AND number = ? AND state <> 'retired'
                """,
                [merchant.value.sqlValue, number.sqlValue])
            return retired == 1 ? .success(()) : .failure(.certificateUnknown)
        }
    }

    /// All keys and certificates, oldest first.
    package func certificates() async throws(StoreError) -> [CertificateRecord] {
        try await read { db in try db.certificates() }
    }
}

extension SQLConnection {
    func certificates() throws -> [CertificateRecord] {
        try allRows(
            """
            SELECT number, merchant, purpose, algorithm, state, public_key_hash, key_id,
                sealed_key, certificate, not_before, not_after, created_at
            FROM certificates ORDER BY number
            """, []
        ) { columns in
            let number = try columns.integer()
            let merchant = MerchantID(try columns.text())
            let purpose = try columns.named(CertificatePurpose.self)
            let algorithm = try columns.named(KeyAlgorithm.self)
            let state = try columns.named(CertificateRecord.State.self)
            let hash = try columns.bytes()
            let sealed = try columns.sealedOrNil()
            return CertificateRecord(
                number: number, merchant: merchant, purpose: purpose, algorithm: algorithm,
                state: state, publicKeyHash: hash, sealedKey: sealed,
                certificate: try columns.bytesOrNil(),
                notBefore: try columns.timestampOrNil(),
                notAfter: try columns.timestampOrNil(), createdAt: try columns.timestamp())
        }
    }
}
