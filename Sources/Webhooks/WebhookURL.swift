import Routing

/// The URL of an endpoint, as its merchant gave it. It may hold a secret in its query, so logs have its host alone.
package struct WebhookURL: Sendable, Hashable, CustomStringConvertible {
    /// The scheme, host, port and path.
    package let address: LineAddress
    /// From its question mark on; empty without one.
    package let query: String

    /// A URL with HTTPS, or with HTTP on this machine. A user, a fragment and an IPv6 address are refused.
    ///
    /// - Throws: ``WebhookFault/badURL``.
    ///
    /// Source: RFC 3986, 3.4 (query); the rest as ``Routing/LineAddress``.
    package init(typed text: String) throws(WebhookFault) {
        let end = text.firstIndex(of: "?") ?? text.endIndex
        guard text.utf8.count <= WebhookLimits.urlBytes,
            let address = try? LineAddress(typed: String(text[..<end])),
            text[end...].utf8.allSatisfy(WebhookURL.isQuery)
        else { throw .badURL }
        self.address = address
        query = String(text[end...])
    }

    /// The path and the query, as the request's first line has them.
    package var target: String { address.path + query }

    /// The whole URL.
    package var description: String { address.description + query }

    private static func isQuery(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "-._~%!$&'()*+,;=:@/?".utf8.contains(byte)
        }
    }
}
