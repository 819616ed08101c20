import ApplePayToken
import CardVault
import CosterServer
import Crypto
import Merchants
import PaymentDomain

/// The result of opening a merchant's private key.
enum PrivateKeyState: Sendable {
    /// It wasn't tried: the keys of the database don't open.
    case unknown
    /// It does not open.
    case closed
    /// It opens, to the private key of another public key than its row says.
    case foreign
    case key(MerchantKey)

    /// Opens a kept key.
    static func of(
        _ record: CertificateRecord, appleMerchantIdentifier: String?, _ opened: KeptKeys.Opened
    ) -> PrivateKeyState {
        guard let vault = opened.vault, let sealed = record.sealedKey,
            !opened.damaged.contains(sealed.keyID)
        else { return .unknown }
        // Why it does not open is no one's business; that it does not is the finding.
        guard let bytes = try? vault.open(sealed, for: record.binding),
            let key = try? MerchantKey(
                privateKey: bytes, merchantIdentifier: appleMerchantIdentifier ?? "unknown")
        else { return .closed }
        return key.publicKeyHash == record.publicKeyHash ? .key(key) : .foreign
    }
}

/// Checks merchants' keys and certificates.
enum MerchantCheck {
    /// The problems of one certificate, or of the request for it.
    ///
    /// - Parameters:
    ///   - others: All of the merchant's records, itself among them.
    ///   - isSandbox: Whether the simulator may have issued it.
    static func findings(
        _ record: CertificateRecord, of merchant: MerchantRecord, key: PrivateKeyState,
        others: [CertificateRecord], isSandbox: Bool, at now: Timestamp
    ) -> [Finding] {
        let isCertificate = record.state == .active
        let place =
            (record.purpose == .merchantIdentity ? "identity " : "")
            + "\(isCertificate ? "certificate" : "request") \(record.number) of \(merchant.id)"
        var findings: [Finding] = []
        switch (record.state, key) {
        case (.retired, _), (_, .unknown), (_, .key): break
        case (_, .closed): findings.append(Finding(.privateKeyClosed, place))
        case (_, .foreign): findings.append(Finding(.privateKeyForeign, place))
        }
        switch record.state {
        case .retired: return []
        case .pending: return findings + request(record, place, others, at: now)
        case .active: break
        }
        guard let bytes = record.certificate, let certificate = try? AppleCertificate(bytes)
        else { return findings + [Finding(.certificateUnreadable, place)] }
        let check = CertificateCheck(
            purpose: record.purpose, merchantIdentifier: merchant.appleMerchantIdentifier,
            pendingKeyHashes: [record.publicKeyHash])
        let until = certificate.notAfter.iso8601Seconds
        for problem in check.problems(of: certificate, at: now) {
            guard let condition = condition(of: problem, isSandbox: isSandbox) else { continue }
            let finding = Finding(
                condition, condition == .certificateExpired ? "\(place), until \(until)" : place)
            if !findings.contains(finding) { findings.append(finding) }
        }
        let expiry = CertificateExpiry(notAfter: certificate.notAfter, now: now)
        if expiry.state == .soon, !isFollowed(record, by: others) {
            findings.append(Finding(.certificateEndsSoon, "\(place), until \(until)"))
        }
        return findings
    }

    /// The problems of a merchant as a whole.
    ///
    /// - Parameter lacksRoute: Whether payments need a rule, and the merchant has none.
    static func findings(
        _ merchant: MerchantRecord, certificates: [CertificateRecord], clients: [ClientIdentity],
        credentials: [CredentialRecord], lacksRoute: Bool, at now: Timestamp
    ) -> [Finding] {
        var findings: [Finding] = []
        let hasAny = certificates.contains {
            $0.state != .retired && $0.purpose == .paymentProcessing
        }
        if !hasAny {
            findings.append(Finding(.merchantWithoutCertificate, "merchant \(merchant.id)"))
        }
        let hasIdentity = certificates.contains {
            $0.state == .active && $0.purpose == .merchantIdentity
        }
        if !hasIdentity, clients.contains(where: { WebDomain($0) != nil }) {
            findings.append(Finding(.domainWithoutIdentity, "merchant \(merchant.id)"))
        }
        let secret = clients.filter { !$0.isOpen }
        if secret.isEmpty {
            findings.append(Finding(.merchantWithoutClient, "merchant \(merchant.id)"))
        }
        var mayPay = false
        for client in secret {
            let isGood = credentials.contains {
                $0.dialect == client.dialect && $0.identity == client.name && $0.isGood(at: now)
            }
            if isGood {
                mayPay = true
                continue
            }
            let place = "client \(client.name) (\(client.dialect)) of \(merchant.id)"
            findings.append(Finding(.clientWithoutSecret, place))
        }
        if mayPay, lacksRoute {
            findings.append(Finding(.merchantWithoutRoute, "merchant \(merchant.id)"))
        }
        return findings
    }

    private static func request(
        _ record: CertificateRecord, _ place: String, _ others: [CertificateRecord],
        at now: Timestamp
    ) -> [Finding] {
        let isOnly =
            record.purpose == .paymentProcessing
            && !others.contains { $0.state == .active && $0.purpose == .paymentProcessing }
        let since = "\(place), since \(record.createdAt.iso8601Seconds)"
        if isOnly { return [Finding(.requestAlone, since)] }
        let due = record.createdAt.adding(seconds: DoctorLimits.answerDays * 86_400)
        return due < now ? [Finding(.requestUnanswered, since)] : []
    }

    /// Whether another certificate of the same use lasts longer.
    private static func isFollowed(
        _ record: CertificateRecord, by others: [CertificateRecord]
    ) -> Bool {
        others.contains { other in
            guard other.state == .active, other.purpose == record.purpose,
                other.algorithm == record.algorithm, let end = other.notAfter,
                let ownEnd = record.notAfter
            else { return false }
            return ownEnd < end
        }
    }

    /// The meaning of an import problem for a certificate that is in use; nil if it has none.
    private static func condition(of problem: CertificateProblem, isSandbox: Bool) -> FindingKind? {
        switch problem {
        case .isMerchantIdentity: .certificateIsIdentity
        case .isPaymentProcessing: .certificateIsProcessing
        case .otherMerchant: .certificateOfOther
        case .noPendingRequest: .privateKeyForeign
        case .requestAnswered: nil
        case .expired: .certificateExpired
        case .notYetValid: .certificateNotYetValid
        case .issuerUnknown, .issuerSignatureWrong: isSandbox ? nil : .certificateNotApples
        case .purposeUnknown, .merchantIdentifierMissing, .keyUnsupported, .identityKeyNotRSA:
            .certificateUnfit
        case .notACertificate, .severalCertificates, .requestGiven, .privateKeyGiven,
            .pkcs12Given:
            .certificateUnreadable
        }
    }
}
