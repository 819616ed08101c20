import DialectKit
import Gateway
import InstaMed
import Radial

/// The server's replies to apps besides the protocols that need no credentials.
extension Server {
    /// The relay of each protocol with credentials; in a sandbox, the simulator's tokens too.
    ///
    /// - Parameters:
    ///   - directory: The merchants, their publishable keys and their outlets.
    ///   - data: The folder with the simulator's keys.
    static func appDialects(
        _ directory: LiveDirectory, isSandbox: Bool, data: String
    ) -> [any Dialect] {
        let instaMed = InstaMedRelay(
            outlets: { directory.value.outlets(of: $0) },
            isRegistered: { directory.value.allows($0, in: "instamed") }, isSandbox: isSandbox)
        let radial = RadialRelay { directory.value.allows($0, in: "radial") }
        return isSandbox ? [instaMed, radial, TokenMint(data: data)] : [instaMed, radial]
    }
}
