/// The protocols that the shop speaks.
package enum ShopProtocol: String, Sendable, CaseIterable {
    case radial
    case vantiv
    case instamed
    case cardconnect
    case native

    /// The names, for a help page: `radial, vantiv, instamed, cardconnect or native`.
    package static var names: String {
        let names = allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }

    /// A shop that speaks it.
    ///
    /// - Parameter settlement: Opens the batch, for a protocol that refunds only settled payments.
    package func visit(
        _ client: ShopClient, over wire: ShopWire,
        settlement: @escaping @Sendable () async throws -> CardConnectVisit.CloseBatch
    ) -> any ShopVisit {
        switch self {
        case .radial: RadialVisit(shop: RadialShop(client: client), wire: wire)
        case .vantiv: VantivVisit(shop: VantivShop(client: client), wire: wire)
        case .instamed: InstaMedVisit(shop: InstaMedShop(client: client), wire: wire)
        case .cardconnect:
            CardConnectVisit(
                shop: CardConnectShop(client: client), wire: wire, settlement: settlement)
        case .native: NativeVisit(shop: NativeShop(client: client), wire: wire)
        }
    }

    /// The sandbox's client, as docs/protocols/sandbox.md has it: its user, its merchantId, and its secret.
    var sandboxClient: (user: String, merchantID: String, secret: String) {
        switch self {
        case .radial: ("", "", "sandbox-radial")
        case .vantiv: ("sandbox", "0180", "sandbox-vantiv")
        case .instamed: ("sandbox@coster", "SANDBOX", "sandbox-instamed")
        case .cardconnect: ("testing", "", "testing123")
        case .native: ("", "", "csk_sandbox")
        }
    }
}
