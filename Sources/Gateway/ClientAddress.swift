import NIOCore

/// The network that a request comes from: an IPv4 address, or the first half of an IPv6 address, whose second half each
/// client chooses for itself.
///
/// Behind a proxy it is the proxy's. Source: RFC 4291, 2.5.1; RFC 4291, 2.5.5.2 (IPv4-mapped).
package struct ClientAddress: Hashable, Sendable {
    private static let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
    private static let networkBytes = 8

    private let bytes: [UInt8]

    /// The network of an address; all clients without one are one client.
    package init(_ address: SocketAddress?) {
        switch address {
        case .v4(let four):
            bytes = withUnsafeBytes(of: four.address.sin_addr) { Array($0) }
        case .v6(let six):
            let all = withUnsafeBytes(of: six.address.sin6_addr) { Array($0) }
            let mapped = ClientAddress.mapped
            bytes = Array(
                all.starts(with: mapped)
                    ? all.dropFirst(mapped.count) : all.prefix(ClientAddress.networkBytes))
        case .unixDomainSocket, nil: bytes = []
        }
    }
}
