import Testing
import Webhooks

/// A URL, what its host's name means, and why it is refused; nil if it isn't.
package struct TargetRow: Sendable, CustomTestStringConvertible {
    package let title: String
    package let url: String
    package let addresses: [String]
    package let fault: WebhookFault?

    package init(
        _ title: String, _ addresses: String, url: String = "https://shop.example/hook",
        _ fault: WebhookFault? = .addressRefused
    ) {
        self.title = title
        self.url = url
        self.addresses = addresses.split(separator: " ").map(String.init)
        self.fault = fault
    }

    package var testDescription: String { title }
}

extension TargetRow {
    /// The addresses and URLs that must not be reached: Server-Side Request Forgery.
    package static let refused: [TargetRow] = [
        TargetRow("loopback", "127.0.0.1"),
        TargetRow("loopback, elsewhere in 127/8", "127.8.8.8"),
        TargetRow("the last of 127/8", "127.255.255.255"),
        TargetRow("loopback in IPv6", "::1"),
        TargetRow("the unspecified address", "0.0.0.0"),
        TargetRow("another of 0/8", "0.1.2.3"),
        TargetRow("the unspecified address in IPv6", "::"),
        TargetRow("private 10/8", "10.0.0.1"),
        TargetRow("the last of 10/8", "10.255.255.255"),
        TargetRow("private 172.16/12", "172.16.0.1"),
        TargetRow("the last of 172.16/12", "172.31.255.255"),
        TargetRow("private 192.168/16", "192.168.1.1"),
        TargetRow("carrier-grade NAT", "100.64.0.1"),
        TargetRow("the last of carrier-grade NAT", "100.127.255.255"),
        TargetRow("link-local", "169.254.0.1"),
        TargetRow("a cloud's metadata", "169.254.169.254"),
        TargetRow("another cloud's metadata", "100.100.100.200"),
        TargetRow("protocol assignments", "192.0.0.8"),
        TargetRow("documentation 1", "192.0.2.1"),
        TargetRow("documentation 2", "198.51.100.1"),
        TargetRow("documentation 3", "203.0.113.1"),
        TargetRow("6to4 relays", "192.88.99.1"),
        TargetRow("benchmarks", "198.18.0.1"),
        TargetRow("the last of benchmarks", "198.19.255.255"),
        TargetRow("multicast", "224.0.0.1"),
        TargetRow("the last of multicast", "239.255.255.255"),
        TargetRow("reserved", "240.0.0.1"),
        TargetRow("broadcast", "255.255.255.255"),
        TargetRow("loopback, mapped", "::ffff:127.0.0.1"),
        TargetRow("private, mapped", "::ffff:10.0.0.1"),
        TargetRow("metadata, mapped, in hexadecimal", "::ffff:a9fe:a9fe"),
        TargetRow("loopback, IPv4-compatible", "::127.0.0.1"),
        TargetRow("a public address, IPv4-compatible", "::8.8.8.8"),
        TargetRow("private through NAT64", "64:ff9b::a00:1"),
        TargetRow("public through NAT64", "64:ff9b::808:808"),
        TargetRow("local NAT64", "64:ff9b:1::1"),
        TargetRow("unique-local fc00", "fc00::1"),
        TargetRow("unique-local fd00", "fd12:3456::1"),
        TargetRow("a cloud's metadata in IPv6", "fd00:ec2::254"),
        TargetRow("link-local in IPv6", "fe80::1"),
        TargetRow("the last of link-local in IPv6", "febf::1"),
        TargetRow("site-local", "fec0::1"),
        TargetRow("multicast in IPv6", "ff02::1"),
        TargetRow("discard only", "100::1"),
        TargetRow("Teredo", "2001:0:a00:1::1"),
        TargetRow("documentation in IPv6", "2001:db8::1"),
        TargetRow("newer documentation in IPv6", "3fff::1"),
        TargetRow("6to4 of a private address", "2002:a00:1::1"),
        TargetRow("segment routing", "5f00::1"),
        TargetRow("a public address beside a private one", "93.184.215.14 10.0.0.1"),
        TargetRow("a private address behind a public one in IPv6", "2606:2800::1 fd00::1"),
        TargetRow("a name without an address", "", .hostUnresolved),
        TargetRow("plain HTTP to loopback", "127.0.0.1", url: "http://127.0.0.1/", .plainHTTP),
        TargetRow("plain HTTP to localhost", "127.0.0.1", url: "http://localhost:80/", .plainHTTP),
        TargetRow("SSH", "93.184.215.14", url: "https://shop.example:22/", .portRefused),
        TargetRow("SMTP", "93.184.215.14", url: "https://shop.example:25/", .portRefused),
        TargetRow("HTTP's port", "93.184.215.14", url: "https://shop.example:80/", .portRefused),
        TargetRow("Redis", "93.184.215.14", url: "https://shop.example:6379/", .portRefused),
        TargetRow("a number as host", "127.0.0.1", url: "https://2130706433/"),
        TargetRow("a short loopback as host", "127.0.0.1", url: "https://127.1/"),
        TargetRow("a hexadecimal loopback as host", "127.0.0.1", url: "https://0x7f000001/"),
        TargetRow("an octal loopback as host", "127.0.0.1", url: "https://0177.0.0.1/"),
        TargetRow(
            "a public name of a private address", "10.0.0.1", url: "https://10.0.0.1.nip.io/"),
    ]
}
