import Gateway
import InstaMed
import Radial

/// What a server answers to apps besides the protocols that need no credentials.
extension Server {
    /// The relay of each protocol with credentials; in a sandbox, the simulator's tokens too.
    func registerApps(in gateway: inout Gateway) {
        let directory = directory
        gateway.register(
            InstaMedRelay(
                outlets: { directory.value.outlets(of: $0) },
                isRegistered: { directory.value.allows($0, in: "instamed") },
                isSandbox: settings.isSandbox))
        gateway.register(RadialRelay { directory.value.allows($0, in: "radial") })
        if settings.isSandbox { gateway.register(TokenMint(data: settings.data.path)) }
    }
}
