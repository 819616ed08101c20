import DialectKit

/// The identities of this dialect's clients, as one text each.
///
/// The user of HTTP Basic is his own identity. The others have no secret, so they hold a `:`, which no such user can
/// have: nobody logs in as one of them.
///
/// Source: RFC 7617, section 2: a user-id has no colon.
package enum CardConnectIdentity {
    /// A client that reaches CardSecure under a host that isn't a merchant's own: the protocol has no authentication, a
    /// token belongs to the site.
    package static let cardSecureSite = "cardsecure:site"

    /// A client that reaches CardSecure under a merchant's own host. Anyone may send an invalid host: it gets no name,
    /// so it is nobody's site and costs nothing to look up.
    ///
    /// Source: CardConnect, CardSecure API: each customer has a site, `https://SITE.cardconnect.com`.
    package static func cardSecure(site host: String) -> String {
        let colon = UInt8(ascii: ":")
        guard host.isASCII(upTo: CardConnectLimits.host),
            let name = host.utf8.split(separator: colon, maxSplits: 1).first
        else { return hostPrefix }
        // Source: RFC 3986, 3.2.2: the dot behind a full name is the root's; the host is the same without it.
        let host = name.last == UInt8(ascii: ".") ? name.dropLast() : name
        return hostPrefix + Substring(host).lowercased()
    }

    /// Whether a name is that of a site, whichever.
    package static func isCardSecure(_ name: String) -> Bool { name.hasPrefix("cardsecure:") }

    /// A merchid, which must be of the same merchant as the user.
    package static func merchant(_ merchid: String) -> String {
        "merchid:\(merchid)"
    }

    /// Whether requests have room for a merchid, which has no spaces either; another one would be nobody's for ever.
    package static func canCarry(merchid: String) -> Bool {
        CardConnectLimits.merchid.contains(merchid.utf8.count)
            && merchid.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }

    /// Whether requests can name a host: letters, digits, points and hyphens, perhaps with a port.
    package static func canCarry(site: String) -> Bool {
        let parts = site.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let isHost = parts[0].allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "-"): true
            default: false
            }
        }
        let isPort = parts.count == 1 || parts.count == 2 && UInt16(Substring(parts[1])) != nil
        return isHost && isPort && !parts[0].isEmpty
            && site.utf8.count <= CardConnectLimits.host
    }

    private static let hostPrefix = "cardsecure:host:"
}

extension String {
    /// Whether it is ASCII alone, and no longer. Other texts are slow to take apart and to compare.
    fileprivate func isASCII(upTo limit: Int) -> Bool {
        utf8.count <= limit && utf8.allSatisfy { $0 < 0x80 }
    }
}
