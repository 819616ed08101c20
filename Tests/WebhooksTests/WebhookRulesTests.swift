import StrictCoding
import Testing
import WebhookFixtures

@testable import Webhooks

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

    @Test("what isn't public is refused", arguments: TargetRow.refused)
    func refused(row: TargetRow) throws {
        #expect(try fault(row, WebhookRules()) == row.fault)
    }

    @Test("there are at least sixty of them")
    func count() { #expect(TargetRow.refused.count >= 60) }

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
