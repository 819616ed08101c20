import StrictCoding
import Testing

@testable import Webhooks

/// A URL, what its host's name means, and why it is refused; nil if it isn't.
struct TargetRow: Sendable, CustomTestStringConvertible {
    let title: String
    let url: String
    let addresses: [String]
    let fault: WebhookFault?

    init(
        _ title: String, _ addresses: String, url: String = "https://shop.example/hook",
        _ fault: WebhookFault? = .addressRefused
    ) {
        self.title = title
        self.url = url
        self.addresses = addresses.split(separator: " ").map(String.init)
        self.fault = fault
    }

    var testDescription: String { title }
}

/// The addresses and URLs that must not be reached: Server-Side Request Forgery.
let refusedTargets: [TargetRow] = [
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
    TargetRow("a public name of a private address", "10.0.0.1", url: "https://10.0.0.1.nip.io/"),
]

private let acceptedTargets: [TargetRow] = [
    TargetRow("a public address", "93.184.215.14", nil),
    TargetRow("a public address in IPv6", "2606:2800:21f::1", nil),
    TargetRow("both", "93.184.215.14 2606:2800:21f::1", nil),
    TargetRow("a public address, mapped", "::ffff:93.184.215.14", nil),
    TargetRow("port 8443", "93.184.215.14", url: "https://shop.example:8443/", nil),
    TargetRow("below private", "9.255.255.255", nil),
    TargetRow("above private", "11.0.0.0", nil),
    TargetRow("below 172.16/12", "172.15.255.255", nil),
    TargetRow("above 172.16/12", "172.32.0.0", nil),
    TargetRow("above carrier-grade NAT", "100.128.0.0", nil),
]

private let badURLs = [
    "", "shop.example", "ftp://shop.example/", "https://", "https:///hook", "file:///etc/passwd",
    "https://user@shop.example/", "https://user:word@shop.example/", "https://[::1]/",
    "https://shop.example:0/", "https://shop.example:65536/", "https://shop.example:/",
    "https://shop.example/#part", "https://shop.example/?a=b#part", "https://shop.example/a b",
    "https://shop.example/?a=\r\nHost:", "https://shop..example/", "https://127.0.0.1%2f@x/",
    "http://shop.example/", "http://10.0.0.1/", "https://shop.example\\@127.0.0.1/",
    "https://shop.example?a=" + String(repeating: "b", count: 1_024), "https://sh\u{f6}p.example/",
]

@Suite("Where events may be sent", .timeLimit(.minutes(5)))
struct WebhookRulesTests {
    private func fault(_ row: TargetRow, _ rules: WebhookRules) throws -> WebhookFault? {
        let addresses = row.addresses.compactMap { IPAddress($0) }
        try #require(addresses.count == row.addresses.count)
        do throws(WebhookFault) {
            _ = try rules.target(of: WebhookURL(typed: row.url), at: addresses)
            return nil
        } catch {
            return error
        }
    }

    @Test("what isn't public is refused", arguments: refusedTargets)
    func refused(row: TargetRow) throws {
        #expect(try fault(row, WebhookRules()) == row.fault)
    }

    @Test("there are at least sixty of them")
    func count() { #expect(refusedTargets.count >= 60) }

    @Test("what is public is accepted", arguments: acceptedTargets)
    func accepted(row: TargetRow) throws {
        #expect(try fault(row, WebhookRules()) == nil)
    }

    @Test(
        "a sandbox sends to its own machine, and nowhere else besides",
        arguments: [
            TargetRow("HTTP", "127.0.0.1", url: "http://127.0.0.1:3000/hook", nil),
            TargetRow("HTTP by name", "127.0.0.1 ::1", url: "http://localhost:3000/", nil),
            TargetRow("HTTPS", "127.0.0.1", url: "https://localhost:9443/", nil),
            TargetRow("a private address", "10.0.0.1"),
            TargetRow("HTTP that leaves", "93.184.215.14", url: "http://localhost:3000/"),
            TargetRow("metadata", "169.254.169.254"),
        ])
    func sandbox(row: TargetRow) throws {
        #expect(try fault(row, WebhookRules(allowsLoopback: true)) == row.fault)
    }

    @Test(
        "an allowed network may be sent to, on any port, by HTTPS alone",
        arguments: [
            TargetRow("inside", "10.1.2.3", nil),
            TargetRow("another port", "10.1.2.3", url: "https://hooks.internal:9443/", nil),
            TargetRow("beside a public one", "10.1.2.3 93.184.215.14", nil),
            TargetRow("outside", "10.2.0.1"),
            TargetRow("HTTP", "10.1.2.3", url: "http://localhost/", .plainHTTP),
        ])
    func allowed(row: TargetRow) throws {
        let network = try #require(IPNetwork("10.1.0.0/16"))
        #expect(try fault(row, WebhookRules(allowed: [network])) == row.fault)
    }

    @Test("a text that is another URL is refused", arguments: badURLs)
    func badURL(text: String) {
        #expect(throws: WebhookFault.badURL) { try WebhookURL(typed: text) }
    }

    @Test(
        "a URL keeps its path and query",
        arguments: ["https://shop.example/a/b/?code=x%20y&z=1", "https://shop.example:8443/"])
    func url(text: String) throws {
        #expect(try WebhookURL(typed: text).description == text)
    }

    @Test("each try takes the next address of the host")
    func nextAddress() throws {
        let addresses = ["93.184.215.14", "93.184.215.15"].compactMap { IPAddress($0) }
        let url = try WebhookURL(typed: "https://shop.example/")
        let taken = try (0..<3).map { tries in
            try WebhookRules().target(of: url, at: addresses, afterTries: tries).address
        }
        #expect(taken == [addresses[0], addresses[1], addresses[0]])
    }
}
