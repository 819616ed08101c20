import Testing

@testable import StrictCoding

private let addresses: [(text: String, meant: String?)] = [
    ("192.0.2.1", "192.0.2.1"),
    ("::1", "0:0:0:0:0:0:0:1"),
    ("2001:DB8::a", "2001:db8:0:0:0:0:0:a"),
    ("::ffff:127.0.0.1", "127.0.0.1"),
    ("::127.0.0.1", "0:0:0:0:0:0:7f00:1"),
    ("127.1", nil), ("2130706433", nil), ("0x7f.0.0.1", nil), ("192.0.2.256", nil),
    ("[::1]", nil), ("fe80::1%eth0", nil), ("1::2::3", nil), ("", nil), ("localhost", nil),
]

private let networks: [(network: String, address: String, isInside: Bool?)] = [
    ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false),
    ("100.64.0.0/10", "100.127.255.255", true), ("100.64.0.0/10", "100.128.0.0", false),
    ("0.0.0.0/0", "8.8.8.8", true), ("0.0.0.0/0", "::1", false),
    ("192.0.2.7/32", "192.0.2.7", true), ("192.0.2.7/32", "192.0.2.6", false),
    ("fc00::/7", "fdff::1", true), ("fc00::/7", "fe80::1", false),
    ("2001:db8::/32", "192.0.2.1", false),
    ("10.0.0.1/8", "10.0.0.1", nil), ("10.0.0.0/33", "10.0.0.0", nil),
    ("10.0.0.0", "10.0.0.0", nil), ("10.0.0.0/", "10.0.0.0", nil), ("::/129", "::", nil),
    ("10.0.0.0/+8", "10.0.0.0", nil), ("10.0.0.0/8/8", "10.0.0.0", nil),
]

@Suite("IP addresses and networks", .timeLimit(.minutes(5)))
struct IPAddressTests {
    @Test("an address is read whole, and a mapped one is its IPv4 address", arguments: addresses)
    func address(row: (text: String, meant: String?)) {
        #expect(IPAddress(row.text)?.description == row.meant)
    }

    @Test("a network has the addresses that begin with its bits", arguments: networks)
    func network(row: (network: String, address: String, isInside: Bool?)) throws {
        let address = try #require(IPAddress(row.address))
        #expect(IPNetwork(row.network)?.contains(address) == row.isInside)
    }

    @Test(
        "loopback is 127/8 and ::1",
        arguments: [
            ("127.255.0.1", true), ("::1", true), ("::ffff:127.0.0.1", true), ("128.0.0.1", false),
            ("::2", false), ("0.0.0.0", false),
        ])
    func loopback(text: String, isLoopback: Bool) throws {
        #expect(try #require(IPAddress(text)).isLoopback == isLoopback)
    }
}
