import AppleSessions
import Gateway
import Merchants
import PaymentDomain
import Synchronization
import WebPayments

/// Gets sessions for pages: checks whose a page is, chooses Apple's server by what the device said, and asks it with the
/// merchant's identity certificate.
final class WebSessions: Sendable {
    private let directory: CurrentDirectory
    private let servers: AppleServers
    private let isSandbox: Bool
    private let inFlight = Mutex<[MerchantID: Int]>([:])

    /// - Parameter servers: The servers that may be asked.
    init(_ directory: CurrentDirectory, servers: AppleServers, isSandbox: Bool) {
        self.directory = directory
        self.servers = servers
        self.isSandbox = isSandbox
    }

    /// A session for the page of a merchant.
    func session(
        _ page: PageSessionRequest, of merchant: MerchantID
    ) async -> Result<[UInt8], SessionRefusal> {
        do throws(SessionRefusal) {
            let domain = try domain(ofOrigin: page.origin, merchant)
            return .success(
                try await session(
                    for: merchant, domain: domain, validationURL: page.validationURL))
        } catch {
            return .failure(error)
        }
    }

    /// A session for a page on a domain of a merchant.
    ///
    /// - Parameter domain: The page's domain, which the caller has found to be the merchant's.
    func session(
        for merchant: MerchantID, domain: String, validationURL: String?
    ) async throws(SessionRefusal) -> [UInt8] {
        let host = try host(in: validationURL)
        let current = directory.value
        guard let client = current.identities.client(of: merchant, at: SystemClock.now()),
            let identifier = current.web.appleMerchantIdentifier(of: merchant)
        else { throw .identityMissing }
        let name = current.web.storefront(of: merchant).displayName
        guard enter(merchant) else { throw .busy }
        defer { leave(merchant) }
        do {
            return try await client.session(
                AppleSessionRequest(
                    merchantIdentifier: identifier, displayName: name, domain: domain),
                at: host)
        } catch {
            throw SessionRefusal(error)
        }
    }

    /// The host of a page's origin, if the merchant allows the page.
    private func domain(
        ofOrigin origin: String, _ merchant: MerchantID
    ) throws(SessionRefusal) -> String {
        let web = directory.web
        guard let page = WebOrigin(sent: origin), web.allowsPage(origin, of: merchant) else {
            throw web.allows(origin: origin, merchant) ? .domainUnknown : .originNotAllowed
        }
        return page.host
    }

    /// The server of Apple's that a page names; Apple's for the world if it names none.
    private func host(in validationURL: String?) throws(SessionRefusal) -> String {
        guard let validationURL else { return servers.hosts[0] }
        if let host = ValidationURL.host(of: validationURL, among: servers.hosts) { return host }
        // Nothing of a sandbox is for Apple.
        let isApples =
            ValidationURL.host(of: validationURL, among: AppleServers.apple.hosts) != nil
        throw isSandbox && isApples ? .hostNotAllowed : .urlNotApples
    }

    /// Takes a place for a request to Apple: keys of pages are public, so that anyone can have a merchant's taken.
    private func enter(_ merchant: MerchantID) -> Bool {
        inFlight.withLock { counts in
            guard counts[merchant, default: 0] < AppleSessionLimits.inFlightOfOne,
                counts.values.reduce(0, +) < AppleSessionLimits.inFlight
            else { return false }
            counts[merchant, default: 0] += 1
            return true
        }
    }

    private func leave(_ merchant: MerchantID) {
        inFlight.withLock { counts in
            let left = counts[merchant, default: 1] - 1
            counts[merchant] = left > 0 ? left : nil
        }
    }
}

extension SessionRefusal {
    /// The meaning of an error on Apple's side for a page.
    fileprivate init(_ error: AppleSessionError) {
        self =
            switch error {
            case .refused(let status, let message): .apple(status: status, message: message)
            case .certificateRefused: .identityRefused
            case .timedOut: .appleTimeout
            case .unreachable: .appleUnreachable
            case .malformed: .appleMalformed
            }
    }
}

extension Server {
    /// The web's routes that ask Apple.
    func registerWebSessions(_ gateway: inout Gateway) {
        let sessions = sessions
        gateway.register(
            SessionDialect { await sessions.session($0, of: $1) })
    }
}
