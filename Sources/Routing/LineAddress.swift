/// The address of an acquirer's service. It is HTTPS, since a secret goes with each request; a test line may use plain HTTP
/// on this machine.
package struct LineAddress: Sendable, Hashable, CustomStringConvertible {
    package let isEncrypted: Bool
    /// A name or an IPv4 address, in lower case.
    package let host: String
    /// From 1 to 65,535.
    package let port: Int
    /// From its first slash on.
    package let path: String

    private static let loopback: Set<String> = ["127.0.0.1", "localhost"]

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
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, LineAddress.isHost(host), parts.count <= 2,
            let port = parts.count == 2
                ? LineAddress.port(parts[1]) : (isEncrypted ? 443 : 80),
            isEncrypted || LineAddress.loopback.contains(host.lowercased()),
            path.utf8.allSatisfy({ isLetterOrDigit($0) || "/-._~%".utf8.contains($0) })
        else { throw .badAddress }
        self.host = host.lowercased()
        self.port = port
        self.path = path.isEmpty ? "/" : String(path)
    }

    /// The same host without a path.
    package var root: LineAddress { LineAddress(self, path: "/") }

    private init(_ other: LineAddress, path: String) {
        isEncrypted = other.isEncrypted
        host = other.host
        port = other.port
        self.path = path
    }

    /// As an operator writes it.
    package var description: String { scheme + authority + path }

    /// The host, with its port unless that goes without saying: as requests name it in `Host`.
    package var authority: String { host + (port == defaultPort ? "" : ":\(port)") }

    private static func port(_ digits: Substring) -> Int? {
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = UInt16(digits), port > 0
        else { return nil }
        return Int(port)
    }

    private static func isHost(_ host: Substring) -> Bool {
        host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty && label.utf8.allSatisfy { isLetterOrDigit($0) || $0 == 0x2D }
        }
    }
}
