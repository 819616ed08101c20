/// A host and its port.
package struct HostAddress: Sendable, Hashable, CustomStringConvertible {
    /// A name or an IPv4 address, in lower case.
    package let host: String
    /// From 1 to 65,535.
    package let port: Int

    /// A host as an operator typed it: `acquirer.example:5000`.
    ///
    /// - Throws: ``LineFault/badLineHosts``.
    package init(typed text: String) throws(LineFault) {
        guard text.utf8.count <= RoutingLimits.addressBytes,
            let address = HostAddress(authority: text[...], defaultPort: nil)
        else { throw .badLineHosts }
        self = address
    }

    /// The host of an address, and its port; nil if it isn't one.
    ///
    /// Source: RFC 3986, 3.2.2 and 3.2.3.
    init?(authority: Substring, defaultPort: Int?) {
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, HostAddress.isHost(host), parts.count <= 2,
            let port = parts.count == 2 ? HostAddress.port(parts[1]) : defaultPort
        else { return nil }
        self.host = host.lowercased()
        self.port = port
    }

    /// As an operator writes it.
    package var description: String { "\(host):\(port)" }

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
