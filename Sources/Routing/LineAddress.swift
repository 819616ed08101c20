/// The address of an acquirer's service. It is HTTPS, since a secret goes with each request; a test line may use plain HTTP
/// on this machine.
package struct LineAddress: Sendable, Hashable, CustomStringConvertible {
    package let isEncrypted: Bool
    private let place: HostAddress
    /// From its first slash on.
    package let path: String

    private static let loopback: Set<String> = ["127.0.0.1", "localhost"]

    /// A name or an IPv4 address, in lower case.
    package var host: String { place.host }
    /// From 1 to 65,535.
    package var port: Int { place.port }

    private var scheme: String { isEncrypted ? "https://" : "http://" }
    private var defaultPort: Int { isEncrypted ? 443 : 80 }

    /// An address as an operator typed it: `https://acquirer.example/payments`, perhaps with a port.
    ///
    /// - Throws: ``LineFault/badAddress``, also for a user, a query or a fragment, which no acquirer has.
    ///
    /// Source: RFC 3986, 3.2.2 and 3.3.
    package init(typed text: String) throws(LineFault) {
        guard text.utf8.count <= RoutingLimits.addressBytes,
            let scheme = ["https://", "http://"].first(where: text.lowercased().hasPrefix)
        else { throw .badAddress }
        isEncrypted = scheme == "https://"
        let rest = text.dropFirst(scheme.utf8.count)
        let authority = rest.prefix { $0 != "/" }
        let path = rest[authority.endIndex...]
        guard let place = HostAddress(authority: authority, defaultPort: isEncrypted ? 443 : 80),
            isEncrypted || LineAddress.loopback.contains(place.host),
            path.utf8.allSatisfy({ isLetterOrDigit($0) || "/-._~%".utf8.contains($0) })
        else { throw .badAddress }
        self.place = place
        self.path = path.isEmpty ? "/" : String(path)
    }

    /// The same host without a path.
    package var root: LineAddress { LineAddress(self, path: "/") }

    private init(_ other: LineAddress, path: String) {
        isEncrypted = other.isEncrypted
        place = other.place
        self.path = path
    }

    /// As an operator writes it.
    package var description: String { scheme + authority + path }

    /// The host, with its port unless that goes without saying: as requests name it in `Host`.
    package var authority: String { host + (port == defaultPort ? "" : ":\(port)") }
}
