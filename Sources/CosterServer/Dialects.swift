import CardConnect
import DialectKit
import Gateway
import InstaMed
import Radial
import Vantiv

/// The protocols of the server: the one list that a new dialect joins.
extension Server {
    func registerDialects(_ gateway: inout Gateway) {
        gateway.register(RadialDialect())
        gateway.register(VantivDialect(isSandbox: settings.isSandbox))
        gateway.register(EProtectDialect())
        gateway.register(CardSecureDialect(isSandbox: settings.isSandbox))
        gateway.register(CardPointeDialect(isSandbox: settings.isSandbox))
        gateway.onNotFound(under: CardPointeDialect.root) { lack, path, now in
            switch lack {
            case .path: CardPointeDialect.notFoundReply(path: path, at: now)
            case .method: CardPointeDialect.otherMethodReply(path: path, at: now)
            }
        }
        gateway.register(
            InstaMedDialect(outlets: { directory.outlets }, isSandbox: settings.isSandbox))
        for dialect in Server.appDialects(
            directory, isSandbox: settings.isSandbox, data: settings.data.path)
        {
            gateway.register(dialect)
        }
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
            isRegistered: { directory.value.allows($0, in: "instamed") }, isSandbox: isSandbox)
        let radial = RadialRelay { directory.value.allows($0, in: "radial") }
        return isSandbox ? [instaMed, radial, TokenMint(data: data)] : [instaMed, radial]
    }
}
