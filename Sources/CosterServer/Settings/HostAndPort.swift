import StrictCoding

/// A host and a port, as an operator writes them: `127.0.0.1:8080`, `[::1]:8080`, `shop.example:443`.
///
/// A spelling that the system would take for another address is refused: an empty host, `0` and an IPv6 address without
/// its brackets would open every interface.
package struct HostAndPort: Hashable, Sendable, CustomStringConvertible {
    /// The server's address if none is set.
    static let loopback = HostAndPort(host: "127.0.0.1", port: 8080)

    /// A name, an IPv4 address, or an IPv6 address without its brackets.
    let host: String
    /// From 0 to 65535; 0 picks a free port.
    let port: Int

    private init(host: String, port: Int) {
        (self.host, self.port) = (host, port)
    }

    /// As an operator writes it.
    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// The same host with another port.
    func with(port: Int) -> HostAndPort { HostAndPort(host: host, port: port) }

    /// Reads the whole text; nil if it is anything else.
    ///
    /// Source: RFC 3986, 3.2.2 and 3.2.3; RFC 4007, 11 (zones); RFC 1123, 2.1 (names).
    package init?(_ text: String) {
        guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
        let digits = text.utf8[text.utf8.index(after: colon)...]
        guard (1...5).contains(digits.count), digits.allSatisfy(HostAndPort.isDigit),
            let port = UInt16(Substring(digits))
        else { return nil }
        var host = text[..<colon]
        if host.utf8.first == UInt8(ascii: "["), host.utf8.last == UInt8(ascii: "]") {
            host = host.dropFirst().dropLast()
            guard HostAndPort.isIPv6(host) else { return nil }
        } else {
            guard HostAndPort.isName(host) else { return nil }
        }
        self.host = String(host)
        self.port = Int(port)
    }

    /// Whether a text is an IPv6 address, perhaps with a zone.
    private static func isIPv6(_ text: Substring) -> Bool {
        let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, first.contains(":"), IPAddress(first) != nil else {
            return false
        }
        return parts.count == 1 || isLabel(parts[1])
    }

    /// Whether a text is a host's name or an IPv4 address of four numbers.
    ///
    /// A last label that is a number makes an IPv4 address of the whole: the system reads `0` and `127.1` so.
    /// Source: WHATWG, URL, "ends in a number checker".
    private static func isName(_ text: Substring) -> Bool {
        let name = text.utf8.last == UInt8(ascii: ".") ? text.dropLast() : text
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.allSatisfy(isLabel), let last = labels.last else { return false }
        let isNumber = last.utf8.allSatisfy(isDigit) || last.lowercased().hasPrefix("0x")
        return !isNumber || IPAddress(text) != nil
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count)
            && label.utf8.allSatisfy { byte in
                let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                return isLetter || isDigit(byte) || "-_".utf8.contains(byte)
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
