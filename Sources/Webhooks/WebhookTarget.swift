import StrictCoding

/// Where events may be sent, so that nobody reaches a service inside the server's network through an endpoint.
package struct WebhookRules: Sendable, Hashable {
    /// The networks that the operator allowed besides public addresses.
    package let allowed: [IPNetwork]
    /// Whether this machine may be reached, also over plain HTTP: in a sandbox.
    package let allowsLoopback: Bool

    package init(allowed: [IPNetwork] = [], allowsLoopback: Bool = false) {
        self.allowed = allowed
        self.allowsLoopback = allowsLoopback
    }

    private func isAllowed(_ address: IPAddress) -> Bool {
        (allowsLoopback && address.isLoopback) || allowed.contains { $0.contains(address) }
    }
}

/// A URL with an address that it may be sent to. Only the check makes one.
package struct WebhookTarget: Sendable, Hashable {
    package let url: WebhookURL
    /// The address to connect to, whatever the name means later.
    package let address: IPAddress
}

extension WebhookRules {
    /// Checks a URL and all addresses of its host: the one check at creation, at a test and at each delivery.
    ///
    /// One refused address refuses the whole name: of changing answers, each try would get another.
    ///
    /// - Parameters:
    ///   - addresses: What the host's name means now.
    ///   - tries: How many tries there were. Each takes the next address.
    /// - Throws: The first rule that the URL breaks.
    package func target(
        of url: WebhookURL, at addresses: [IPAddress], afterTries tries: Int = 0
    ) throws(WebhookFault) -> WebhookTarget {
        guard url.address.isEncrypted || allowsLoopback else { throw .plainHTTP }
        guard !addresses.isEmpty else { throw .hostUnresolved }
        for address in addresses where !isAllowed(address) {
            guard address.isPublic, url.address.isEncrypted else { throw .addressRefused }
        }
        let hasAllowedPort = WebhookLimits.publicPorts.contains(url.address.port)
        guard hasAllowedPort || addresses.allSatisfy(isAllowed) else { throw .portRefused }
        return WebhookTarget(url: url, address: addresses[max(tries, 0) % addresses.count])
    }
}

extension IPAddress {
    /// The IPv4 networks that aren't public. Source: IANA, IPv4 Special-Purpose Address Registry; RFC 5771 (multicast).
    private static let special = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
        "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
    ].compactMap { IPNetwork($0) }

    /// The IPv6 addresses that are given out. Loopback, unique-local, link-local, multicast, IPv4-compatible and NAT64
    /// addresses are outside. Source: RFC 4291, 2.4; IANA, IPv6 Address Space.
    private static let globalUnicast = IPNetwork("2000::/3")

    /// What of those isn't public: protocol assignments with Teredo, documentation, and 6to4, which has an IPv4 address
    /// inside. Source: IANA, IPv6 Special-Purpose Address Registry.
    private static let specialUnicast = [
        "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
    ].compactMap { IPNetwork($0) }

    /// Whether the whole Internet knows it, so that nothing is behind it that others can't reach.
    package var isPublic: Bool {
        guard !isIPv4 else { return !IPAddress.special.contains { $0.contains(self) } }
        return IPAddress.globalUnicast?.contains(self) == true
            && !IPAddress.specialUnicast.contains { $0.contains(self) }
    }
}
