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
    /// Apple's association files by domain.
    private var files: [String: [UInt8]] = [:]
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
                files[domain.name] = domain.file
                originsOfAll.insert(Self.origin(of: domain.name))
            } else if let storefront = Storefront(identity) {
                merchants[merchant]?.storefront = storefront
            }
        }
    }

    /// Adds the sandbox's merchant, and the pages of this machine to every merchant.
    mutating func addSandbox() {
        isSandbox = true
        guard merchants[SandboxMerchant.id] == nil else { return }
        merchants[SandboxMerchant.id] = WebMerchant(
            appleMerchantIdentifier: SandboxMerchant.appleMerchantIdentifier,
            storefront: SandboxMerchant.storefront)
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
    /// port of HTTPS, or its origin is registered too. A sandbox takes pages of this machine, so that shops can be tried.
    func allowsPage(_ origin: String, of merchant: MerchantID) -> Bool {
        guard let known = merchants[merchant], let page = WebOrigin(sent: origin) else {
            return false
        }
        if isSandbox, SandboxMerchant.domains.contains(page.host) { return true }
        return known.domains.contains(page.host)
            && (page.text == Self.origin(of: page.host) || known.origins.contains(page.text))
    }

    /// Apple's association file for a domain; nil if nobody has given it.
    func associationFile(of host: String) -> [UInt8]? { files[host] }

    /// The domains of all merchants that Apple knows by an identifier.
    func domains(ofApple identifier: String) -> Set<String> {
        let more = isSandbox ? SandboxMerchant.domains : []
        return merchants.values.filter { $0.appleMerchantIdentifier == identifier }
            .reduce(into: []) { $0.formUnion($1.domains.union(more)) }
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
