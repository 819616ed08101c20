import StrictCoding
import CardVault
import Merchants
import PaymentDomain
import Database
import StorageKit

/// A key that is about to be kept, with or without its certificate.
package struct NewCertificate: Sendable {
    package var merchant: MerchantID
    package var purpose: CertificatePurpose
    package var algorithm: KeyAlgorithm
    /// SHA-256 of the public key.
    package var publicKeyHash: [UInt8]
    /// The private key, sealed.
    package var sealedKey: SealedRecord
    /// Apple's certificate, if it has already been imported.
    package var answer: CertificateAnswer?

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

extension SQLMerchantStore {
    /// Keeps a key: one whose certificate is awaited, or a pair.
    ///
    /// - Returns: Its number.
    /// - Throws: `refused` with `merchantUnknown` or `certificateExists`.
    package func add(
        _ new: NewCertificate, by actor: String, at now: Timestamp
    ) async throws(AdministrationError) -> Administered<Int64> {
        try await administer(
            new.answer == nil ? .certificateRequested : .certificateImported,
            "\(new.merchant) \(Hex.encode(new.publicKeyHash))", by: actor, at: now
        ) { db in
            try db.requireMerchant(new.merchant)
            let number = try db.first(
                """
                INSERT INTO certificates (merchant, purpose, algorithm, state, public_key_hash,
                    key_id, sealed_key, certificate, not_before, not_after, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                RETURNING number
                """,
                new.merchant, new.purpose.rawValue, new.algorithm.rawValue,
                new.answer == nil ? "pending" : "active", new.publicKeyHash, new.sealedKey.keyID,
                new.sealedKey.bytes, new.answer?.certificate, new.answer?.notBefore,
                new.answer?.notAfter, now
            ) { try $0.integer() }
            guard let number else { throw MerchantFault.certificateExists }
            return number
        }
    }

    /// Stores Apple's answer to its request, and so puts the certificate into use.
    ///
    /// - Throws: `refused` with `certificateUnknown` if no request of this key waits for a certificate of this purpose.
    package func answer(
        _ request: AnsweredRequest, with answer: CertificateAnswer, by actor: String,
        at now: Timestamp
    ) async throws(AdministrationError) -> Administered<Void> {
        try await administer(
            .certificateImported, "\(request.merchant) \(Hex.encode(request.publicKeyHash))",
            by: actor, at: now
        ) { db in
            try db.change(
                """
                UPDATE certificates SET state = 'active', certificate = ?4, not_before = ?5,
                    not_after = ?6
                WHERE merchant = ?1 AND purpose = ?2 AND public_key_hash = ?3
                    AND state = 'pending'
                """,
                request.merchant, request.purpose.rawValue, request.publicKeyHash,
                answer.certificate, answer.notBefore, answer.notAfter, or: .certificateUnknown)
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
        let subject = "\(merchant) \(number)"
        return try await administer(.certificateRetired, subject, by: actor, at: now) { db in
            let isLast = try db.exists(
                """
                SELECT 1 FROM certificates mine
                WHERE mine.merchant = ?1 AND mine.number = ?2 AND mine.state = 'active'
                    AND NOT EXISTS (SELECT 1 FROM certificates c
                        WHERE c.merchant = mine.merchant AND c.number <> mine.number
                            AND c.state = 'active' AND c.purpose = mine.purpose
                            AND c.algorithm = mine.algorithm)
                """,
                merchant, number)
            guard !isLast || evenTheLast else { throw MerchantFault.lastCertificate }
            try db.change(
                """
                UPDATE certificates SET state = 'retired', key_id = NULL, sealed_key = NULL
                WHERE merchant = ? AND number = ? AND state <> 'retired'
                """,
                merchant, number, or: .certificateUnknown)
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
            """
        ) { columns in
            try CertificateRecord(
                number: columns.integer(), merchant: columns.merchant(), purpose: columns.named(),
                algorithm: columns.named(), state: columns.named(),
                publicKeyHash: columns.bytes(), sealedKey: columns.sealedOrNil(),
                certificate: columns.bytesOrNil(), notBefore: columns.timestampOrNil(),
                notAfter: columns.timestampOrNil(), createdAt: columns.timestamp())
        }
    }
}

extension SealedColumn {
    /// The merchants' private keys.
    package static let certificates = SealedColumn(
        table: "certificates", row: "number", key: "key_id", sealed: "sealed_key",
        subject: "public_key_hash", kind: .privateKey)
}
