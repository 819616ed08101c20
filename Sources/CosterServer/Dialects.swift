import CardConnect
import DialectKit
import Gateway
import InstaMed
import Merchants
import NativeAPI
import PaymentDomain
import PaymentStorage
import Radial
import Vantiv
import WebhookDelivery
import Webhooks

/// The dialects of this server: with a target and a shop, all that a new one joins.
enum Dialects {
    /// How operators name the clients of each.
    static let clients: [any ClientNaming] = [
        RadialClients(), VantivClients(), InstaMedClients(), CardConnectClients(), NativeClients(),
    ]

    /// The forms in which clients of some get their events.
    static let eventForms: [any WebhookRendering] = [RadialEvents(), InstaMedEvents()]

    /// The paths of the relays for apps.
    static let relays = [InstaMedRelay.path, RadialRelay.path]

    /// How operators name the clients of a dialect; nil if there is no such dialect.
    static func clients(of dialect: String) -> (any ClientNaming)? {
        clients.first { $0.dialect == dialect }
    }

    /// Whether a name serves every client that has no name of its own.
    static func isFallback(_ name: String, in dialect: String) -> Bool {
        clients(of: dialect)?.fallback(for: name) == name
    }
}

/// What single dialects need of the merchants besides their clients' names.
struct DialectDirectory: Sendable {
    private(set) var outlets: [InstaMedOutlet] = []
    /// The merchantIds of each user of Vantiv's.
    private(set) var merchantIDs: [String: [String]] = [:]

    /// Adds a client.
    ///
    /// - Parameter owner: The merchant of a client of the same dialect: a user that went to another merchant left its
    ///   outlets behind.
    mutating func add(
        _ client: ClientIdentity, appleMerchantIdentifier: String?,
        owner: (String) -> MerchantID?
    ) {
        let outlet = InstaMedClients().outlet(
            named: client.name, details: client.details,
            appleMerchantIdentifier: appleMerchantIdentifier)
        if let outlet, owner(outlet.user) == client.merchant { outlets.append(outlet) }
        if client.dialect == VantivClients().dialect { addUser(named: client.name) }
    }

    private mutating func addUser(named name: String) {
        guard let (user, merchantID) = VantivIdentity.parts(of: name) else { return }
        merchantIDs[user, default: []].append(merchantID)
    }

    /// Adds the sandbox's clients.
    mutating func addSandbox() {
        let outlet = InstaMedClients().sandboxOutlet(
            appleMerchantIdentifier: SandboxMerchant.appleMerchantIdentifier)
        if let outlet { outlets.append(outlet) }
        for client in VantivClients().sandboxClients { addUser(named: client.name) }
    }
}

extension MerchantDirectory {
    /// What the key of a name in the JSON API may do.
    func scopes(ofNativeKey name: String) -> Set<NativeScope> {
        let client = clients[ClientName(dialect: NativeClients().dialect, name: name)]
        return client.map { NativeClients.scopes(details: $0.details) } ?? []
    }

    /// The outlets of a publishable key's merchant, whichever of its users they belong to.
    fileprivate func outlets(of caller: RelayCaller) -> [InstaMedOutlet] {
        guard let merchant = merchant(of: caller) else { return [] }
        return dialects.outlets.filter { outlet in
            let user = ClientName(dialect: InstaMedClients().dialect, name: outlet.user)
            return clients[user]?.merchant == merchant
        }
    }
}

/// The protocols of the server.
extension Server {
    func registerDialects(_ gateway: inout Gateway) {
        gateway.register(RadialDialect())
        gateway.register(VantivDialect(isSandbox: settings.isSandbox))
        gateway.register(EProtectDialect())
        gateway.register(
            PaymentStatusDialect { directory.value.dialects.merchantIDs[$0] ?? [] })
        gateway.register(CardSecureDialect(isSandbox: settings.isSandbox))
        gateway.register(CardPointeDialect(isSandbox: settings.isSandbox))
        gateway.onNotFound(under: CardPointeDialect.root) { lack, path, now in
            switch lack {
            case .path: CardPointeDialect.notFoundReply(path: path, at: now)
            case .method: CardPointeDialect.otherMethodReply(path: path, at: now)
            }
        }
        gateway.register(
            InstaMedDialect(
                outlets: { directory.value.dialects.outlets }, isSandbox: settings.isSandbox))
        gateway.register(NativeDialect(nativePorts))
        gateway.onNotFound(under: NativeDialect.root) { lack, _, _ in
            NativeDialect.notFoundReply(isMethod: lack == .method)
        }
        registerWeb(&gateway)
        registerWebSessions(&gateway)
        registerWebOrders(&gateway)
        for dialect in Server.appDialects(
            directory, isSandbox: settings.isSandbox, data: settings.data.path)
        {
            gateway.register(dialect)
        }
    }
}

extension Server {
    private var nativePorts: NativePorts {
        let feed = EventFeed(
            store, digest: { [vault = keyring.vault] in vault.digest(of: $0) },
            clock: SystemClock.engine)
        let webhooks = OwnWebhooks(
            store: store, keyring: keyring,
            client: WebhookClient(settings.webhookRules, now: SystemClock.engine.now))
        return NativePorts(
            scopes: { [directory] in directory.value.scopes(ofNativeKey: $0) },
            events: feed.answer, event: feed.event,
            webhooks: { command, merchant async throws(OwnWebhookError) in
                try await webhooks.perform(
                    command, of: merchant, by: "\(NativeClients().dialect) \(merchant)")
            })
    }
}

/// The server's replies to apps besides the protocols that need no credentials.
extension Server {
    /// The relay of each protocol with credentials; in a sandbox, the simulator's tokens too.
    ///
    /// - Parameters:
    ///   - directory: The merchants, their publishable keys and their outlets.
    ///   - data: The folder with the simulator's keys.
    static func appDialects(
        _ directory: CurrentDirectory, isSandbox: Bool, data: String
    ) -> [any Dialect] {
        let instaMed = InstaMedRelay(
            outlets: { directory.value.outlets(of: $0) },
            isRegistered: { directory.value.allows($0, in: InstaMedClients().dialect) },
            isSandbox: isSandbox)
        let radial = RadialRelay { directory.value.allows($0, in: RadialClients().dialect) }
        return isSandbox ? [instaMed, radial, TokenMint(data: data)] : [instaMed, radial]
    }
}
