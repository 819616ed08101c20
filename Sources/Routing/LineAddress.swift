/// The address of an acquirer's service. It is always HTTPS: a secret goes with each request.
package struct LineAddress: Sendable, Hashable, CustomStringConvertible {
    /// A name or an IPv4 address, in lower case.
    package let host: String
    /// From 1 to 65,535.
    package let port: Int
    /// From its first slash on.
    package let path: String

    private static let scheme = "https://"
    private static let defaultPort = 443

    /// An address as an operator typed it: `https://acquirer.example/payments`, perhaps with a port.
    ///
    /// - Throws: ``LineFault/badAddress``, also for a user, a query or a fragment, which no acquirer has.
    ///
    /// Source: RFC 3986, 3.2.2 and 3.3.
    package init(typed text: String) throws(LineFault) {
        guard text.utf8.count <= RoutingLimits.addressBytes,
            text.lowercased().hasPrefix(LineAddress.scheme)
        else { throw .badAddress }
        let rest = text.dropFirst(LineAddress.scheme.count)
        let authority = rest.prefix { $0 != "/" }
        let path = rest[authority.endIndex...]
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, LineAddress.isHost(host), parts.count <= 2,
            let port = parts.count == 2
                ? LineAddress.port(parts[1]) : LineAddress.defaultPort,
            path.utf8.allSatisfy({ isLetterOrDigit($0) || "/-._~%".utf8.contains($0) })
        else { throw .badAddress }
        self.host = host.lowercased()
        self.port = port
        self.path = path.isEmpty ? "/" : String(path)
    }

    /// As an operator writes it.
    package var description: String {
        LineAddress.scheme + host + (port == LineAddress.defaultPort ? "" : ":\(port)") + path
    }

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
