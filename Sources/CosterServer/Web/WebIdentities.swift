import AppleSessions
import CardVault
import Merchants
import PaymentDomain

/// The merchants' identity certificates in use, with their keys opened: each asks Apple in its merchant's name.
///
/// The old certificate and its successor are both in use until the old one is retired, so a renewal has no gap.
struct WebIdentities: Sendable {
    private struct Identity: Sendable {
        let record: CertificateRecord
        let client: AppleSessionClient
    }

    private var identities: [MerchantID: [Identity]] = [:]
    private var sandbox: AppleSessionClient?

    /// Adds a certificate in use.
    ///
    /// - Parameter previous: The identities before, whose opened keys and connections are used again.
    /// - Returns: Whether its key opens, and belongs to it.
    mutating func add(
        _ record: CertificateRecord, vault: CardVault, servers: AppleServers,
        after previous: WebIdentities?
    ) -> Bool {
        let known = previous?.identities[record.merchant]?.first { $0.record == record }?.client
        guard let client = known ?? Self.client(record, vault, servers) else { return false }
        identities[record.merchant, default: []].append(Identity(record: record, client: client))
        return true
    }

    /// Adds the sandbox's own.
    mutating func addSandbox(_ client: AppleSessionClient) {
        sandbox = client
    }

    /// The newest certificate of a merchant that is valid at a time; nil without one.
    func client(of merchant: MerchantID, at now: Timestamp) -> AppleSessionClient? {
        let valid = (identities[merchant] ?? []).filter { $0.record.isValid(at: now) }
        let newest = valid.max { ($0.record.notBefore ?? now) < ($1.record.notBefore ?? now) }
        return newest?.client ?? (merchant == SandboxMerchant.id ? sandbox : nil)
    }

    private static func client(
        _ record: CertificateRecord, _ vault: CardVault, _ servers: AppleServers
    ) -> AppleSessionClient? {
        // `coster doctor` reports why a key doesn't open; a server goes on with the others.
        guard let sealed = record.sealedKey, let certificate = record.certificate,
            let key = try? vault.open(sealed, for: record.binding)
        else { return nil }
        return AppleSessionClient(certificate: certificate, privateKey: key, servers: servers)
    }
}

extension CertificateRecord {
    /// Whether the certificate is valid at a time. Its last second belongs to it. Source: RFC 5280, section 4.1.2.5.
    fileprivate func isValid(at now: Timestamp) -> Bool {
        guard let notBefore, let notAfter else { return false }
        return notBefore <= now && now.seconds <= notAfter.seconds
    }
}
