import ApplePayToken
import CardConnect
import CardVault
import Foundation
import InstaMed
import Merchants
import PaymentDomain
import PaymentEngine

/// All merchants as a server works with them: keys opened, clients by name.
///
/// It is a value, made whole from the books; a server replaces it when the books have changed.
struct MerchantDirectory: Sendable {
    /// A client, by its dialect and its name in it.
    struct ClientName: Hashable, Sendable {
        let dialect: String
        let name: String
    }

    /// A client: whose, and what proves it.
    struct Client: Sendable {
        let merchant: MerchantID
        let isOpen: Bool
        let secrets: [CredentialRecord]
    }

    /// A certificate in use, for the operator's eyes: never a key.
    struct CertificateStanding: Sendable {
        let merchant: MerchantID
        let number: Int64
        let purpose: CertificatePurpose
        let notAfter: Timestamp
    }

    private(set) var merchants: [MerchantID: Merchant] = [:]
    private(set) var clients: [ClientName: Client] = [:]
    private(set) var outlets: [InstaMedOutlet] = []
    /// The origins of the pages that each merchant allows, as browsers send them.
    private var origins: [MerchantID: Set<String>] = [:]
    private(set) var certificates: [CertificateStanding] = []
    /// Certificates whose key does not open: their tokens are refused as another merchant's.
    private(set) var unusable: [Int64] = []
    /// The dialects in which someone has a secret that is slow to check.
    private(set) var slowDialects: Set<String> = []
    /// What was signed before this moment may have been spent in books that a restore has lost; nil
    /// where there was none.
    var earliestSigning: Timestamp?

    /// The directory of what lies in the books.
    init(_ records: MerchantRecords, vault: CardVault, options: MerchantOptions) {
        var keys: [MerchantID: [MerchantKey]] = [:]
        for record in records.certificates where record.state == .active {
            if let notAfter = record.notAfter {
                certificates.append(
                    CertificateStanding(
                        merchant: record.merchant, number: record.number,
                        purpose: record.purpose, notAfter: notAfter))
            }
            guard record.purpose == .paymentProcessing else { continue }
            let identifier = records.merchants.first { $0.id == record.merchant }?
                .appleMerchantIdentifier
            if let key = Self.key(record, identifier, vault) {
                keys[record.merchant, default: []].append(key)
            } else {
                unusable.append(record.number)
            }
        }
        for record in records.merchants {
            var merchant = Merchant(
                id: record.id, keyring: MerchantKeyring(keys[record.id] ?? []),
                acquirer: AcquirerMerchant(
                    merchantNumber: record.numbers.merchantNumber,
                    terminalNumber: record.numbers.terminalNumber,
                    categoryCode: record.numbers.categoryCode))
            merchant.allowsRefundBeyondCapture = options.allowsRefundBeyondCapture
            merchants[record.id] = merchant
        }
        addClients(of: records)
    }

    /// Whether a merchant allows the pages of an origin; whether any does, if none is given.
    func allows(origin: String, _ merchant: MerchantID?) -> Bool {
        guard let merchant else { return origins.values.contains { $0.contains(origin) } }
        return origins[merchant]?.contains(origin) ?? false
    }

    private mutating func addClients(of records: MerchantRecords) {
        let secrets = Dictionary(grouping: records.credentials) {
            ClientName(dialect: $0.dialect, name: $0.identity)
        }
        func nameOf(_ identity: ClientIdentity) -> ClientName {
            ClientName(dialect: identity.dialect, name: identity.name)
        }
        /// Whether a merchant has a secret in the dialect of a name that was not revoked.
        func isServed(_ name: ClientIdentity) -> Bool {
            records.clients.contains { client in
                client.dialect == name.dialect && client.merchant == name.merchant
                    && (secrets[nameOf(client)] ?? []).contains { $0.revokedAt == nil }
            }
        }
        for identity in records.clients {
            guard let origin = WebOrigin(identity) else { continue }
            origins[identity.merchant, default: []].insert(origin.text)
        }
        // Where all of a merchant's were revoked its site for every other host keeps no one else's calls away. Its own
        // hosts stay its own: under another's site its customers' cards would be that one's for good.
        let counting = records.clients.filter {
            !$0.isOpen || $0.name != CardConnectIdentity.cardSecureSite || isServed($0)
        }
        for identity in counting {
            let name = nameOf(identity)
            clients[name] = Client(
                merchant: identity.merchant, isOpen: identity.isOpen,
                secrets: secrets[name] ?? [])
        }
        for identity in counting {
            let apple = records.merchants.first { $0.id == identity.merchant }?
                .appleMerchantIdentifier
            // A user who went to another merchant left his outlets behind.
            if let outlet = ClientNames.outlet(identity, appleMerchantIdentifier: apple),
                clients[ClientName(dialect: identity.dialect, name: outlet.user)]?.merchant
                    == identity.merchant
            {
                outlets.append(outlet)
            }
        }
        for credential in records.credentials {
            if case .slow = credential.secret { slowDialects.insert(credential.dialect) }
        }
    }

    /// Adds the sandbox's merchant, where its names are free.
    mutating func add(
        _ sandbox: SandboxMerchant, vault: CardVault, options: MerchantOptions
    ) {
        var merchant = sandbox.merchant
        merchant.allowsRefundBeyondCapture = options.allowsRefundBeyondCapture
        if merchants[merchant.id] == nil { merchants[merchant.id] = merchant }
        if let outlet = SandboxMerchant.instaMedOutlet { outlets.append(outlet) }
        for credential in SandboxMerchant.credentials {
            let name = ClientName(dialect: credential.dialect, name: credential.identity)
            guard clients[name] == nil else { continue }
            let isOpen = credential.secret.isEmpty
            let code = vault.secretCode(of: Array(credential.secret.utf8))
            // No number of the books' own: those begin with 1.
            let secret = CredentialRecord(
                number: 0, dialect: name.dialect, identity: name.name, secret: .keyed(code),
                createdAt: Timestamp(milliseconds: 0), expiresAt: nil, revokedAt: nil)
            clients[name] = Client(
                merchant: merchant.id, isOpen: isOpen, secrets: isOpen ? [] : [secret])
        }
    }

    private static func key(
        _ record: CertificateRecord, _ identifier: String?, _ vault: CardVault
    ) -> MerchantKey? {
        // Why a key does not open is told by `coster doctor`; a server goes on with the others.
        guard let sealed = record.sealedKey,
            let bytes = try? vault.open(sealed, for: record.binding)
        else { return nil }
        return try? MerchantKey(
            privateKey: bytes, certificate: record.certificate, merchantIdentifier: identifier)
    }
}

/// What of the settings a merchant depends on.
struct MerchantOptions: Sendable {
    let allowsRefundBeyondCapture: Bool
}

/// What the books hold of merchants.
struct MerchantRecords: Sendable {
    var merchants: [MerchantRecord] = []
    var certificates: [CertificateRecord] = []
    var clients: [ClientIdentity] = []
    var credentials: [CredentialRecord] = []

    /// The origins that a merchant allows.
    func origins(of merchant: MerchantID) -> [WebOrigin] {
        clients.filter { $0.merchant == merchant }.compactMap { WebOrigin($0) }
    }
}
