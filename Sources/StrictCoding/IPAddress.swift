#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// An IPv4 or IPv6 address. An IPv4-mapped IPv6 address is the IPv4 address, since the system connects to that.
///
/// Source: RFC 4291, 2.2 and 2.5.5.2.
package struct IPAddress: Sendable, Hashable, CustomStringConvertible {
    /// Four bytes or sixteen, the first one first.
    package let bytes: [UInt8]

    private static let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
    private static let loopbackNetworks = ["127.0.0.0/8", "::1/128"].compactMap { IPNetwork($0) }

    /// An address as text: four decimal numbers, or RFC 4291's form without brackets and without a zone.
    package init?(_ text: some StringProtocol) {
        let text = String(text)
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(bytes: withUnsafeBytes(of: four) { Array($0) })
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            self.init(bytes: withUnsafeBytes(of: six) { Array($0) })
        } else {
            return nil
        }
    }

    /// An address from its bytes; nil unless there are four or sixteen.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        let isMapped = bytes.count == 16 && bytes.starts(with: IPAddress.mapped)
        self.bytes = isMapped ? Array(bytes.suffix(4)) : bytes
    }

    /// Whether it is an IPv4 address.
    package var isIPv4: Bool { bytes.count == 4 }

    /// Whether only this machine reaches it.
    package var isLoopback: Bool { IPAddress.loopbackNetworks.contains { $0.contains(self) } }

    /// Dotted numbers, or eight groups in lower case without shortening.
    package var description: String {
        if isIPv4 { return bytes.map(String.init).joined(separator: ".") }
        return stride(from: 0, to: bytes.count, by: 2).map { index in
            String(Int(bytes[index]) << 8 | Int(bytes[index + 1]), radix: 16)
        }.joined(separator: ":")
    }
}

/// The addresses that begin with the same bits.
///
/// Source: RFC 4632, 3.1; RFC 4291, 2.3.
package struct IPNetwork: Sendable, Hashable {
    private let address: IPAddress
    private let length: Int

    /// A network such as `10.0.0.0/8`; nil also if a bit behind the prefix is set, which is a mistyped prefix.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let address = IPAddress(parts[0]),
            parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            parts[1].utf8.count < 4, let length = Int(parts[1]), length <= address.bytes.count * 8
        else { return nil }
        self.address = address
        self.length = length
        let isClean = (length..<address.bytes.count * 8).allSatisfy { bit in
            address.bytes[bit / 8] & (0x80 >> UInt8(bit % 8)) == 0
        }
        guard isClean else { return nil }
    }

    /// Whether an address is in it. An IPv4 network has no IPv6 address.
    package func contains(_ other: IPAddress) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        return (0..<length).allSatisfy { bit in
            (other.bytes[bit / 8] ^ address.bytes[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
        }
    }
}
