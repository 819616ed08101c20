import AcquirerKit
import PaymentDomain
import Routing
import StrictCoding
import Synchronization
import Webhooks

/// Sends requests to endpoints: looks the host up, checks all its addresses, and connects to the checked one alone.
///
/// The way of a request is that of a line: one deadline, no redirect, no second try, at most 64 kB of reply.
package final class WebhookClient: Sendable {
    private struct Connection: Sendable {
        let target: WebhookTarget
        let client: LineClient
    }

    private let rules: WebhookRules
    private let resolver: HostResolver
    private let limits: LineLimits
    private let now: @Sendable () -> Timestamp
    /// The connection of each URL, oldest first.
    private let connections = Mutex<[Connection]>([])

    /// - Parameter call: How long a request may take.
    package init(
        _ rules: WebhookRules, resolver: HostResolver = .system,
        call: Duration = WebhookLimits.call, now: @escaping @Sendable () -> Timestamp
    ) {
        self.rules = rules
        self.resolver = resolver
        var limits = LineLimits()
        limits.call = call
        self.limits = limits
        self.now = now
    }

    /// Looks up and checks a URL, without connecting.
    package func target(
        of url: WebhookURL, afterTries tries: Int = 0
    ) async throws(WebhookFault) -> WebhookTarget {
        try rules.target(
            of: url, at: await resolver.addresses(url.address.host), afterTries: tries)
    }

    /// Sends a request once.
    ///
    /// - Parameter tries: How many tries there were: each takes the next address of the host.
    package func send(
        _ body: [UInt8], headers: [(name: String, value: String)], to url: WebhookURL,
        afterTries tries: Int = 0
    ) async -> DeliveryResult {
        let target: WebhookTarget
        do throws(WebhookFault) {
            target = try await self.target(of: url, afterTries: tries)
        } catch {
            return .refused(error)
        }
        guard let client = client(of: target) else { return .refused(.badURL) }
        var request = LineRequest(body: body, headers: headers)
        request.path = url.target
        switch await client.send(request) {
        case .answered(let reply):
            return .answered(status: reply.status, retryAfter: reply.retryAfter)
        case .silence(let reason): return .failed(code: reason.rawValue)
        case .notSent(let reason): return .failed(code: reason.rawValue)
        }
    }

    private func client(of target: WebhookTarget) -> LineClient? {
        connections.withLock { connections in
            if let known = connections.first(where: { $0.target.hasHost(of: target) }) {
                return known.client
            }
            guard let endpoint = LineEndpoint(target.url.address.root, pinned: target.address)
            else { return nil }
            let client = LineClient(endpoint, limits: limits, now: now)
            if connections.count >= WebhookClient.keptConnections { connections.removeFirst() }
            connections.append(Connection(target: target, client: client))
            return client
        }
    }

    /// How many hosts' connections are kept.
    private static let keptConnections = 256
}

extension WebhookTarget {
    /// Whether a request to another target may take the same connection.
    fileprivate func hasHost(of other: WebhookTarget) -> Bool {
        address == other.address && url.address.root == other.url.address.root
    }
}
