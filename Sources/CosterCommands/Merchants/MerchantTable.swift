import MerchantStorage
import CardVault
import CosterServer
import Merchants
import PaymentDomain
import PaymentStorage
import StrictCoding

extension MerchantRecords {
    /// The secrets of a client.
    func credentials(of client: ClientIdentity) -> [CredentialRecord] {
        credentials.filter { $0.dialect == client.dialect && $0.identity == client.name }
    }
}

extension ClientFacts.Credential {
    /// The state, and when it ends or ended: `valid until 2026-11-28T15:03:09Z`.
    fileprivate var stateAndEnd: String {
        guard let end = revokedAt ?? expiresAt else { return state }
        return state + (state == "valid" ? " until " : " ") + end
    }
}

/// Merchants, certificates and credentials as lines for a person: no key and no secret.
enum MerchantTable {
    /// All merchants, one on a line.
    static func list(_ records: MerchantRecords, at now: Timestamp) -> TextTable {
        let certificates = Dictionary(grouping: records.certificates, by: \.merchant)
        var table = TextTable(
            .init("name"), .init("apple merchant id"), .init("certificates"), .init("next expiry"))
        for merchant in records.merchants {
            let own = certificates[merchant.id] ?? []
            let active = own.filter { $0.state == .active }
            let pending = own.count { $0.state == .pending }
            table.add(
                merchant.id.value, merchant.appleMerchantIdentifier,
                "\(active.count) active" + (pending > 0 ? ", \(pending) pending" : ""),
                active.compactMap(\.notAfter).min().map { expiry($0, at: now) } ?? "-")
        }
        return table
    }

    /// All of a merchant.
    static func whole(
        _ merchant: MerchantRecord, _ records: MerchantRecords, at now: Timestamp
    ) -> [String] {
        var lines = [
            "merchant    \(merchant.id)", "apple       \(merchant.appleMerchantIdentifier)",
            "acquirer    merchant \(merchant.numbers.merchantNumber), terminal \(merchant.numbers.terminalNumber), category \(merchant.numbers.categoryCode)",
            "since       \(merchant.createdAt.iso8601Seconds)",
        ]
        let own = records.certificates.filter { $0.merchant == merchant.id }
        lines.append(own.isEmpty ? "no certificates" : "certificates")
        lines += own.map { certificate($0, at: now) }
        lines += records.origins(of: merchant.id).map { "origin      \($0.text)" }
        lines += records.domains(of: merchant.id).map {
            "domain      \($0.name)\($0.file == nil ? "  (no association file)" : "")"
        }
        let clients = records.clients.filter { $0.merchant == merchant.id && !$0.isOfPages }
        lines.append(clients.isEmpty ? "no clients" : "clients")
        for client in clients {
            let apps = PublishableKey(client).map {
                "  for " + ($0.apps.isEmpty ? "pages" : $0.apps.joined(separator: ", "))
            }
            lines.append(
                "  \(client.dialect)  \(client.name)\(client.isOpen ? "  (no secret)" : "")\(apps ?? "")"
            )
            lines += records.credentials(of: client).map { "    " + credential($0, at: now) }
        }
        return lines
    }

    /// A sandbox server's own merchant, which no database has.
    static var sandbox: [String] {
        let clients = SandboxMerchant.credentials.map {
            "  \($0.dialect)  \($0.identity)\($0.secret.isEmpty ? "  (no secret)" : "")"
        }
        return [
            "merchant    \(SandboxMerchant.id)",
            "apple       \(SandboxMerchant.appleMerchantIdentifier)",
            "built-in    Servers with --sandbox have this merchant; it isn't in the database.",
            "clients",
        ] + clients
    }

    /// The secrets of a merchant's clients; nothing of them but their numbers.
    static func secrets(
        of clients: [ClientIdentity], _ records: MerchantRecords, at now: Timestamp
    ) -> TextTable {
        var table = TextTable(
            .init("protocol"), .init("client id"), .init("secret", isNumber: true),
            .init("stored as"), .init("created"), .init("state"))
        for client in clients {
            for record in records.credentials(of: client) {
                let facts = ClientFacts.Credential(record, at: now)
                table.add(
                    client.dialect, client.name, String(facts.number), record.secret.kind,
                    facts.createdAt, facts.stateAndEnd)
            }
        }
        return table
    }

    private static func credential(_ record: CredentialRecord, at now: Timestamp) -> String {
        let facts = ClientFacts.Credential(record, at: now)
        return
            "secret \(facts.number)  \(record.secret.kind)  created \(facts.createdAt)  \(facts.stateAndEnd)"
    }

    private static func certificate(_ record: CertificateRecord, at now: Timestamp) -> String {
        let ends = record.notAfter.map { "  " + expiry($0, at: now) } ?? ""
        let state = record.state == .pending ? "waiting for Apple's answer" : record.state.rawValue
        return
            "  \(record.number)  \(record.purpose.rawValue)  \(record.algorithm.rawValue)  \(state)\(ends)  key \(Hex.encode(Array(record.publicKeyHash.prefix(8))))"
    }

    private static func expiry(_ end: Timestamp, at now: Timestamp) -> String {
        let expiry = CertificateExpiry(notAfter: end, now: now)
        switch expiry.state {
        case .fine: return "\(end.iso8601Seconds) (\(expiry.daysLeft.counted("day")))"
        case .soon: return "\(end.iso8601Seconds) (SOON: \(expiry.daysLeft.counted("day")))"
        case .expired: return "\(end.iso8601Seconds) (EXPIRED)"
        }
    }
}
