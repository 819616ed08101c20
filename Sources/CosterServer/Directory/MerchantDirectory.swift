import MerchantStorage
import ApplePayToken
import AppleSessions
import CardVault
import Foundation
import Merchants
import PaymentDomain
import PaymentEngine
import PaymentStorage

/// All merchants as a server works with them: keys opened, clients by name.
///
/// It is a value, made whole from the database; a server replaces it after each change.
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
        let details: [String]
    }

    /// A certificate in use, for the operator's eyes: never a key.
    struct CertificateState: Sendable {
        let merchant: MerchantID
        let number: Int64
        let purpose: CertificatePurpose
        let notAfter: Timestamp
    }

    private(set) var merchants: [MerchantID: Merchant] = [:]
    private(set) var clients: [ClientName: Client] = [:]
    /// What single dialects need besides.
    private(set) var dialects = DialectDirectory()
    /// What the web needs: pages, domains, storefronts.
    private(set) var web: WebDirectory
    /// What proves the merchants to Apple's servers.
    private(set) var identities = WebIdentities()
    /// The lines, and the rules by which merchants' payments take them.
    let lines: LineDirectory
    /// The endpoints that merchants' events are sent to.
    let webhooks: WebhookDirectory
    private(set) var certificates: [CertificateState] = []
    /// Certificates whose key does not open: tokens for them are refused as another merchant's, and they ask for no sessions.
    private(set) var unusable: [Int64] = []
    /// The dialects in which someone has a secret that is slow to check.
    private(set) var slowDialects: Set<String> = []
    /// The merchants that have a secret in a dialect that was not revoked.
    private var served: [String: Set<MerchantID>] = [:]
    /// A token that was signed before this time may have been spent in a database that a restore has lost; nil if there
    /// was none.
    var earliestSigning: Timestamp?
    /// The keys that were opened, by the number of their certificate: a key that did not change is not opened again.
    private var opened: [Int64: OpenedKey] = [:]

    private struct OpenedKey: Sendable {
        let record: CertificateRecord
        let identifier: String?
        let key: MerchantKey
    }

    /// How many certificates are looked at between two reports of progress; opening as many keys takes less than a
    /// second.
    private static let certificatesPerStep = 256

    /// Makes the directory from the database, in one pass over it.
    ///
    /// - Parameters:
    ///   - previous: The directory before it, whose keys are used again.
    ///   - madeProgress: Called again and again while keys are opened.
    init(
        _ records: MerchantRecords, vault: CardVault, options: MerchantOptions,
        after previous: MerchantDirectory? = nil, madeProgress: () -> Void = {}
    ) {
        lines = LineDirectory(records, vault: vault, isSandbox: options.isSandbox)
        webhooks = WebhookDirectory(records, vault: vault)
        web = WebDirectory(records)
        let identifiers = Dictionary(
            records.merchants.map { ($0.id, $0.appleMerchantIdentifier) },
            uniquingKeysWith: { first, _ in first })
        var keys: [MerchantID: [MerchantKey]] = [:]
        for (count, record) in records.certificates.enumerated() {
            if count.isMultiple(of: Self.certificatesPerStep) { madeProgress() }
            guard record.state == .active else { continue }
            if let notAfter = record.notAfter {
                certificates.append(
                    CertificateState(
                        merchant: record.merchant, number: record.number,
                        purpose: record.purpose, notAfter: notAfter))
            }
            let identifier = identifiers[record.merchant]
            guard record.purpose == .paymentProcessing else {
                let isOpen = identities.add(
                    record, vault: vault, servers: options.appleServers,
                    after: previous?.identities)
                if !isOpen { unusable.append(record.number) }
                continue
            }
            if let key = previous?.openedKey(record, identifier)
                ?? Self.key(record, identifier, vault)
            {
                keys[record.merchant, default: []].append(key)
                opened[record.number] = OpenedKey(
                    record: record, identifier: identifier, key: key)
            } else {
                unusable.append(record.number)
            }
        }
        for record in records.merchants {
            var merchant = Merchant(
                id: record.id, keyring: MerchantKeyring(keys[record.id] ?? []),
                acquirer: AcquirerMerchant(record.numbers))
            merchant.numbersAtLines = lines.merchantNumbers(of: record.id)
            merchant.allowsRefundBeyondCapture = options.allowsRefundBeyondCapture
            merchants[record.id] = merchant
        }
        madeProgress()
        addClients(of: records, identifiers)
    }

    /// Whether a merchant has a client with a secret in a dialect.
    func serves(_ merchant: MerchantID, in dialect: String) -> Bool {
        served[dialect]?.contains(merchant) ?? false
    }

    /// The key of a certificate that is as it was.
    private func openedKey(_ record: CertificateRecord, _ identifier: String?) -> MerchantKey? {
        guard let known = opened[record.number], known.record == record,
            known.identifier == identifier
        else { return nil }
        return known.key
    }

    private mutating func addClients(
        of records: MerchantRecords, _ identifiers: [MerchantID: String]
    ) {
        let secrets = Dictionary(grouping: records.credentials) {
            ClientName(dialect: $0.dialect, name: $0.identity)
        }
        func nameOf(_ identity: ClientIdentity) -> ClientName {
            ClientName(dialect: identity.dialect, name: identity.name)
        }
        for client in records.clients
        where (secrets[nameOf(client)] ?? []).contains(where: { $0.revokedAt == nil }) {
            served[client.dialect, default: []].insert(client.merchant)
        }
        // Where all of a merchant's were revoked its site for every other host keeps no one else's calls away. Its own
        // hosts stay its own: under another's site its customers' cards would be that one's for good.
        let counting = records.clients.filter {
            !$0.isOpen || !Dialects.isFallback($0.name, in: $0.dialect)
                || served[$0.dialect]?.contains($0.merchant) == true
        }
        for identity in counting {
            let name = nameOf(identity)
            clients[name] = Client(
                merchant: identity.merchant, isOpen: identity.isOpen,
                secrets: secrets[name] ?? [], details: identity.details)
        }
        let clients = clients
        for identity in counting {
            dialects.add(
                identity, appleMerchantIdentifier: identifiers[identity.merchant]
            ) { clients[ClientName(dialect: identity.dialect, name: $0)]?.merchant }
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
        merchant.numbersAtLines = lines.merchantNumbers(of: merchant.id)
        merchant.allowsRefundBeyondCapture = options.allowsRefundBeyondCapture
        if merchants[merchant.id] == nil { merchants[merchant.id] = merchant }
        dialects.addSandbox()
        web.addSandbox()
        identities.addSandbox(sandbox.apple.client)
        for credential in SandboxMerchant.credentials {
            let name = ClientName(dialect: credential.dialect, name: credential.identity)
            guard clients[name] == nil else { continue }
            let isOpen = credential.secret.isEmpty
            let code = vault.secretCode(of: Array(credential.secret.utf8))
            // Not a number of the database's own: those begin with 1.
            let secret = CredentialRecord(
                number: 0, dialect: name.dialect, identity: name.name, secret: .keyed(code),
                createdAt: Timestamp(milliseconds: 0), expiresAt: nil, revokedAt: nil)
            clients[name] = Client(
                merchant: merchant.id, isOpen: isOpen, secrets: isOpen ? [] : [secret],
                details: credential.details)
            if !isOpen { served[name.dialect, default: []].insert(merchant.id) }
        }
    }

    private static func key(
        _ record: CertificateRecord, _ identifier: String?, _ vault: CardVault
    ) -> MerchantKey? {
        // `coster doctor` reports why a key doesn't open; a server goes on with the others.
        guard let sealed = record.sealedKey,
            let bytes = try? vault.open(sealed, for: record.binding)
        else { return nil }
        return try? MerchantKey(
            privateKey: bytes, certificate: record.certificate, merchantIdentifier: identifier)
    }
}

/// The settings that a merchant depends on.
struct MerchantOptions: Sendable {
    let allowsRefundBeyondCapture: Bool
    /// Whether its payments are tests.
    var isSandbox = false
    /// The servers of Apple's that give sessions.
    var appleServers = AppleServers.apple
}

extension MerchantRecords {
    /// The origins that a merchant allows.
    package func origins(of merchant: MerchantID) -> [WebOrigin] {
        clients.filter { $0.merchant == merchant }.compactMap { WebOrigin($0) }
    }

    /// The domains of a merchant's pages.
    package func domains(of merchant: MerchantID) -> [WebDomain] {
        clients.filter { $0.merchant == merchant }.compactMap { WebDomain($0) }
    }

    /// How a merchant shows itself on its pages.
    package func storefront(of merchant: MerchantID) -> Storefront {
        clients.first { $0.merchant == merchant && $0.dialect == Storefront.dialect }
            .flatMap { Storefront($0) } ?? .standard(for: merchant)
    }
}

extension AcquirerMerchant {
    /// A merchant as its acquirer knows it.
    package init(_ numbers: AcquirerNumbers) {
        self.init(
            merchantNumber: numbers.merchantNumber, terminalNumber: numbers.terminalNumber,
            categoryCode: numbers.categoryCode)
    }
}
