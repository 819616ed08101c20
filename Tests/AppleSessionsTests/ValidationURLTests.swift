import AppleSessions
import Testing

/// A URL that a page names.
struct URLRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let url: String

    init(_ description: String, _ url: String) {
        testDescription = description
        self.url = url
    }

    private static let host = "apple-pay-gateway.apple.com"
    private static let path = "/paymentservices/startSession"

    /// Tricks with the text of the host.
    static let hosts = [
        ("a suffix", "\(host).evil.example"), ("a prefix", "evil-\(host)"),
        ("a subdomain", "evil.\(host)"), ("another subdomain of Apple", "developer.apple.com"),
        ("the parent", "apple.com"), ("a dot at the end", "\(host)."),
        ("two dots", "apple-pay-gateway..apple.com"), ("a dot in front", ".\(host)"),
        ("a former pod", "apple-pay-gateway-nc-pod1.apple.com"),
        ("a hyphen too many", "apple-pay--gateway.apple.com"),
        ("a user", "evil.example@\(host)"), ("a user and a password", "a:b@\(host)"),
        ("Apple as the user", "\(host)@evil.example"),
        ("Apple as user and password", "\(host):443@evil.example"),
        ("Apple's path as the user", "\(host)%2Fpaymentservices@evil.example"),
        ("another port", "\(host):8443"), ("the port of HTTP", "\(host):80"),
        ("port zero", "\(host):0"), ("an empty port", "\(host):"),
        ("a padded port", "\(host):0443"), ("a port with a sign", "\(host):+443"),
        ("two ports", "\(host):443:443"), ("a port with a space", "\(host):443 "),
        ("a port of letters", "\(host):https"), ("this machine", "127.0.0.1"),
        ("this machine by name", "localhost"), ("this machine in short", "127.1"),
        ("this machine as one number", "2130706433"),
        ("this machine in hexadecimal", "0x7f000001"), ("this machine in octal", "0177.0.0.1"),
        ("this machine in IPv6", "[::1]"), ("an IPv4 address within IPv6", "[::ffff:127.0.0.1]"),
        ("a cloud's metadata", "169.254.169.254"), ("a private network", "10.0.0.1"),
        ("all addresses", "0.0.0.0"), ("Cyrillic letters", "\u{0430}pple-pay-gateway.apple.com"),
        ("an ideographic dot", "apple-pay-gateway\u{3002}apple.com"),
        ("a full-width letter", "\u{FF41}pple-pay-gateway.apple.com"),
        ("a sharp s", "apple-pay-gateway.apple.com\u{00DF}"),
        ("a soft hyphen", "apple\u{00AD}-pay-gateway.apple.com"),
        ("a name in Punycode", "xn--pple-pay-gateway-9mk.apple.com"),
        ("an encoded dot", "apple-pay-gateway%2Eapple.com"),
        ("an encoded letter", "%61pple-pay-gateway.apple.com"),
        ("an encoded zero byte", "\(host)%00.evil.example"),
        ("a zero byte", "\(host)\u{0}.evil.example"), ("a backslash", "\(host)\\.evil.example"),
        ("a backslash as the path", "evil.example\\\(host)"),
        ("a tab", "apple\t-pay-gateway.apple.com"),
        ("a line feed", "\(host)\n"), ("a carriage return", "\(host)\r\nHost: evil.example"),
        ("a space in front", " \(host)"), ("a space behind", "\(host) "),
        ("a question mark", "evil.example?\(host)"), ("a number sign", "evil.example#\(host)"),
        ("a semicolon", "\(host);evil.example"), ("a comma", "\(host),evil.example"),
        ("no host", ""), ("a very long host", String(repeating: "a", count: 70_000) + ".\(host)"),
    ].map { URLRow("\($0.0) in the host", "https://\($0.1)\(path)") }

    /// Tricks around the host.
    static let others = [
        URLRow("nothing", ""), URLRow("the host alone", host),
        URLRow("HTTP", "http://\(host)\(path)"),
        URLRow("FTP", "ftp://\(host)\(path)"), URLRow("a file", "file://\(host)\(path)"),
        URLRow("a script", "javascript://\(host)\(path)"), URLRow("no scheme", "//\(host)\(path)"),
        URLRow("one slash", "https:/\(host)\(path)"), URLRow("no slash", "https:\(host)\(path)"),
        URLRow("three slashes", "https:///\(host)\(path)"),
        URLRow("backslashes", "https:\\\\\(host)\(path)"),
        URLRow("a scheme in upper case", "HTTPS://\(host)\(path)"),
        URLRow("a space in front", " https://\(host)\(path)"),
        URLRow("a byte order mark in front", "\u{FEFF}https://\(host)\(path)"),
        URLRow("a redirect in the query", "https://\(host)\(path)?next=https://evil.example"),
        URLRow("an empty query", "https://\(host)\(path)?"),
        URLRow("a query without a path", "https://\(host)?x"),
        URLRow("a fragment", "https://\(host)\(path)#@evil.example"),
        URLRow("a fragment without a path", "https://\(host)#x"),
        URLRow("dots in the path", "https://\(host)/../evil.example"),
        URLRow("an encoded path", "https://\(host)/%2e%2e/"),
        URLRow("a user in the path", "https://\(host)/@evil.example"),
        URLRow("a line feed in the path", "https://\(host)/a\r\nX: y"),
        URLRow("a very long path", "https://\(host)/" + String(repeating: "a", count: 300)),
        URLRow("a URL within", "https://\(host)/https://evil.example"),
        URLRow("a simulated host", "https://apple-pay-gateway.coster.test\(path)"),
    ]
}

@Suite("The URL that a page names for its session", .timeLimit(.minutes(5)))
struct ValidationURLTests {
    private let hosts = AppleServers.apple.hosts

    @Test("each trick is refused", arguments: URLRow.hosts + URLRow.others)
    func refused(_ row: URLRow) {
        #expect(ValidationURL.host(of: row.url, among: hosts) == nil)
    }

    @Test("Apple's four hosts are taken, as browsers write them", arguments: AppleHost.allCases)
    func taken(_ host: AppleHost) {
        for (before, after) in [
            ("", "/paymentservices/startSession"), ("", "/paymentservices/paymentSession"),
            ("", ""), ("", "/"), ("", ":443/paymentservices/startSession"),
        ] {
            let url = "https://\(before)\(host.rawValue)\(after)"
            #expect(ValidationURL.host(of: url, among: hosts) == host.rawValue)
        }
        let loud = "https://\(host.rawValue.uppercased())/paymentservices/startSession"
        #expect(ValidationURL.host(of: loud, among: hosts) == host.rawValue)
    }

    @Test("the first host is Apple's for the world")
    func first() {
        #expect(hosts.first == AppleHost.world.rawValue)
    }
}
