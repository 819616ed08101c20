import Testing

@testable import CosterServer

@Suite("An address of HOST:PORT", .timeLimit(.minutes(20)))
struct HostAndPortTests {
    @Test(
        "a name, an IPv4 address and a bracketed IPv6 address are taken as they are",
        arguments: [
            ("127.0.0.1:8080", "127.0.0.1", 8080), ("0.0.0.0:0", "0.0.0.0", 0),
            ("localhost:65535", "localhost", 65_535), ("shop.example.:443", "shop.example.", 443),
            ("3f2a91bc0d:80", "3f2a91bc0d", 80), ("my_host-1:80", "my_host-1", 80),
            ("[::1]:8080", "::1", 8080), ("[::]:80", "::", 80),
            ("[2001:DB8::7]:80", "2001:DB8::7", 80), ("[fe80::1%eth0]:80", "fe80::1%eth0", 80),
            ("[::ffff:127.0.0.1]:80", "::ffff:127.0.0.1", 80),
        ])
    func taken(text: String, host: String, port: Int) {
        let address = HostAndPort(text)
        #expect(address?.host == host)
        #expect(address?.port == port)
        #expect(Settings(Settings.Flags(listen: text), environment: [:]).invalid.isEmpty)
    }

    @Test(
        "any other spelling is refused, since it could open every interface",
        arguments: [
            "", ":", ":80", "80", "host", "host:", "[::1:8080", "[::1]x:80", "[::1]", "[::1]80",
            "::1:80", "::1]:80", "[]:80", "[127.0.0.1]:80", "[localhost]:80", "[[::1]]:80",
            "[::1%]:80", "[::1%a b]:80", "*:80", "0:80", "1:80", "127.1:80", "0x7f.1:80",
            "0x7f000001:80", "256.0.0.1:80", "127.0.0.1.5:80", "a..b:80", ".:80", ".host:80",
            "host:+80", "host:-1", "host: 80", "host:80 ", " host:80", "host:65536",
            "host:000080", "host:8o", "host:٨٠", "ho st:80", "user@host:80", "http://host:80",
            "host:80/", "host:80:80", "hôst:80", "host\u{0}:80", "127.0.0.1\n:80",
        ])
    func refused(text: String) {
        #expect(HostAndPort(text) == nil)
        #expect(!Settings(Settings.Flags(listen: text), environment: [:]).invalid.isEmpty)
    }
}
