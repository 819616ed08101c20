import MerchantStorage
import Merchants
import PaymentDomain

/// What the web's routes need of the merchants: whose a page or a domain is, and how a merchant shows itself.
struct WebDirectory: Sendable {
    private struct WebMerchant {
        let appleMerchantIdentifier: String
        var storefront: Storefront
        var origins: Set<String> = []
        var domains: Set<String> = []
    }

    private var merchants: [MerchantID: WebMerchant] = [:]
    private var domains: [String: (merchant: MerchantID, domain: WebDomain)] = [:]
    /// The origins of all merchants together: strangers ask for these, and who asks holds the directory's lock.
    private var originsOfAll: Set<String> = []
    private var isSandbox = false

    /// The pages, domains and storefronts in the database.
    init(_ records: MerchantRecords) {
        for record in records.merchants {
            merchants[record.id] = WebMerchant(
                appleMerchantIdentifier: record.appleMerchantIdentifier,
                storefront: .standard(for: record.id))
        }
        for identity in records.clients {
            let merchant = identity.merchant
            if let origin = WebOrigin(identity) {
                merchants[merchant]?.origins.insert(origin.text)
                originsOfAll.insert(origin.text)
            } else if let domain = WebDomain(identity) {
                merchants[merchant]?.domains.insert(domain.name)
                domains[domain.name] = (merchant, domain)
                originsOfAll.insert(Self.origin(of: domain.name))
            } else if let storefront = Storefront(identity) {
                merchants[merchant]?.storefront = storefront
            }
        }
    }

    /// Adds the sandbox's merchant, and the pages of this machine.
    mutating func addSandbox() {
        isSandbox = true
        guard merchants[SandboxMerchant.id] == nil else { return }
        merchants[SandboxMerchant.id] = WebMerchant(
            appleMerchantIdentifier: SandboxMerchant.appleMerchantIdentifier,
            storefront: SandboxMerchant.storefront, domains: SandboxMerchant.domains)
    }

    /// Whether pages of an origin may read replies for a merchant; for any merchant, if none is given.
    func allows(origin: String, _ merchant: MerchantID?) -> Bool {
        guard let merchant else {
            return originsOfAll.contains(origin)
                || (isSandbox && allowsPage(origin, of: SandboxMerchant.id))
        }
        return merchants[merchant]?.origins.contains(origin) ?? false
            || allowsPage(origin, of: merchant)
    }

    /// Whether pages of an origin may take Apple Pay for a merchant: the page is on a domain of the merchant's, at the
    /// port of HTTPS, or its origin is registered too. In a sandbox the sandbox's merchant takes pages of this machine.
    func allowsPage(_ origin: String, of merchant: MerchantID) -> Bool {
        guard let known = merchants[merchant], let page = WebOrigin(sent: origin),
            known.domains.contains(page.host)
        else { return false }
        if isSandbox, merchant == SandboxMerchant.id { return true }
        return page.text == Self.origin(of: page.host) || known.origins.contains(page.text)
    }

    /// The merchant of a domain; nil for a domain that nobody registered.
    func merchant(ofDomain host: String) -> MerchantID? { domains[host]?.merchant }

    /// Apple's association file for a domain; nil if nobody has given it.
    func associationFile(of host: String) -> [UInt8]? { domains[host]?.domain.file }

    /// The domains of a merchant's pages, sorted.
    func domains(of merchant: MerchantID) -> [String] {
        (merchants[merchant]?.domains ?? []).sorted()
    }

    /// The domains of all merchants that Apple knows by an identifier.
    func domains(ofApple identifier: String) -> Set<String> {
        merchants.values.filter { $0.appleMerchantIdentifier == identifier }
            .reduce(into: []) { $0.formUnion($1.domains) }
    }

    /// How a merchant shows itself.
    func storefront(of merchant: MerchantID) -> Storefront {
        merchants[merchant]?.storefront ?? .standard(for: merchant)
    }

    /// How Apple knows a merchant; nil if there is no such merchant.
    func appleMerchantIdentifier(of merchant: MerchantID) -> String? {
        merchants[merchant]?.appleMerchantIdentifier
    }

    private static func origin(of domain: String) -> String { "https://\(domain)" }
}
