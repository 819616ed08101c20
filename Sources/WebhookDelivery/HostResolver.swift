import NIOPosix
import StrictCoding
import Webhooks

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Looks up the addresses of hosts.
package struct HostResolver: Sendable {
    /// The look-up; empty if the name has no address, or the look-up failed.
    package let addresses: @Sendable (String) async -> [IPAddress]

    /// Another look-up, for tests.
    package init(_ addresses: @escaping @Sendable (String) async -> [IPAddress]) {
        self.addresses = addresses
    }

    /// The system's own, on threads of its own: a name server that hangs must not hold up acquirers' names.
    package static let system = HostResolver { host in
        if let address = IPAddress(host) { return [address] }
        return await lookUps.addresses(of: host)
    }

    private static let lookUps = LookUps(limit: {
        try? await Task.sleep(for: WebhookLimits.lookUp)
    }) { host in
        let found = try? await pool.runIfActive { HostResolver.lookUp(host) }
        return found ?? []
    }

    private static let pool: NIOThreadPool = {
        let pool = NIOThreadPool(numberOfThreads: WebhookLimits.lookUps)
        pool.start()
        return pool
    }()

    /// - Returns: All addresses, in the order in which the system would try them (RFC 6724).
    private static func lookUp(_ host: String) -> [IPAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = streamSocket
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var addresses: [IPAddress] = []
        var next = list
        while let entry = next {
            // An address that can't be read must not be left out of the check.
            guard let address = address(entry.pointee) else { return [] }
            addresses.append(address)
            next = entry.pointee.ai_next
        }
        return addresses
    }

    private static func address(_ entry: addrinfo) -> IPAddress? {
        guard let raw = UnsafeRawPointer(entry.ai_addr) else { return nil }
        switch entry.ai_family {
        case AF_INET:
            let four = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
            return IPAddress(bytes: withUnsafeBytes(of: four) { Array($0) })
        case AF_INET6:
            let six = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            return IPAddress(bytes: withUnsafeBytes(of: six) { Array($0) })
        default: return nil
        }
    }

    #if canImport(Glibc)
        private static let streamSocket = Int32(SOCK_STREAM.rawValue)
    #else
        private static let streamSocket = SOCK_STREAM
    #endif
}
