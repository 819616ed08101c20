/// The URL that a browser gives a page for its session: only its host counts, and only if it is on the list.
///
/// The page may be hostile. Of its text nothing but one of our own constants reaches the network: the host is compared as a
/// whole, and the path and the body are ours. A form that two readers could read in two ways is refused.
///
/// Source: Apple, "Requesting an Apple Pay payment session"; RFC 3986, 3.2; WHATWG, URL, 4.4.
package enum ValidationURL {
    /// The host of a URL, in lower case.
    ///
    /// - Parameter hosts: The hosts that may be asked, in lower case.
    /// - Returns: Nil unless the URL is `https`, has a listed host, no user, no port but 443, and at most a plain path.
    package static func host(of text: String, among hosts: [String]) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.count <= AppleSessionLimits.urlBytes, bytes.starts(with: scheme) else {
            return nil
        }
        let rest = bytes.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != UInt8(ascii: "/") }
        guard rest.dropFirst(authority.count).allSatisfy(isPlain) else { return nil }
        let parts = authority.split(
            separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count == 1 || parts.dropFirst().elementsEqual([port])
        else { return nil }
        return hosts.first { $0.utf8.elementsEqual(first.map(lowered)) }
    }

    private static let scheme = Array("https://".utf8)
    private static let port = ArraySlice("443".utf8)

    /// Letters, digits, and what Apple's paths have besides.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "/-_".utf8.contains(byte)
        }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
    }
}
