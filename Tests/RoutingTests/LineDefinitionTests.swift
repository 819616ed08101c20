import PaymentDomain
import Testing

@testable import Routing

@Suite("A line as an operator typed it", .timeLimit(.minutes(5)))
struct LineDefinitionTests {
    private static func line(
        address: String = "https://acquirer.example/pay",
        user: String = "FLOWERS", reportGroup: String? = nil, roots: String? = nil,
        currency: Currency = .usd
    ) throws(LineFault) -> LineDefinition {
        try LineDefinition(
            id: LineID("east"), kind: .worldpay, mode: .live, currency: currency,
            address: LineAddress(typed: address), user: user,
            reportGroup: reportGroup, roots: roots)
    }

    @Test(
        "an address is https, a host, perhaps a port, and a path; nil: it is refused",
        arguments: [
            ("https://acquirer.example/pay", "https://acquirer.example/pay"),
            ("https://acquirer.example", "https://acquirer.example/"),
            ("HTTPS://Acquirer.Example:8443/A/b.c", "https://acquirer.example:8443/A/b.c"),
            ("https://acquirer.example:443/pay", "https://acquirer.example/pay"),
            ("https://127.0.0.1:1/", "https://127.0.0.1:1/"),
            ("https://a.example:65535/", "https://a.example:65535/"),
            ("http://127.0.0.1:8081/pay", "http://127.0.0.1:8081/pay"),
            ("http://localhost/", "http://localhost/"),
            ("http://acquirer.example/pay", nil), ("acquirer.example", nil), ("", nil),
            ("https://", nil), ("https:///pay", nil), ("https://a..b/", nil),
            ("https://a.example:0/", nil), ("https://a.example:65536/", nil),
            ("https://a.example:/", nil), ("https://a.example:+1/", nil),
            ("https://a.example:1:2/", nil), ("https://user@a.example/", nil),
            ("https://a.example/?x=1", nil), ("https://a.example/#x", nil),
            ("https://a.example/x y", nil), ("https://ä.example/", nil),
            ("https://[::1]/", nil),
            ("https://a.example/" + String(repeating: "p", count: 237), "same"),
            ("https://a.example/" + String(repeating: "p", count: 238), nil),
        ] as [(String, String?)])
    func addresses(typed: String, read: String?) throws {
        guard let read else {
            #expect(throws: LineFault.badAddress) { try LineAddress(typed: typed) }
            return
        }
        let address = try LineAddress(typed: typed)
        #expect(address.description == (read == "same" ? typed : read))
        #expect(try LineAddress(typed: address.description) == address)
    }

    @Test(
        "a name has 1 to 64 letters, digits, dots, hyphens and underscores",
        arguments: [
            ("east", true), ("9", true), ("a.b-c_D", true),
            (String(repeating: "x", count: 64), true),
            ("", false), ("-a", false), (".a", false), ("two words", false), ("ö", false),
            ("line:a", false), (String(repeating: "x", count: 65), false),
        ])
    func names(typed: String, isGood: Bool) {
        #expect((try? LineID(typed: typed))?.value == (isGood ? typed : nil))
    }

    @Test(
        "each field has as many characters as Worldpay's schema allows, all printable",
        arguments: [(1, true), (20, true), (21, false), (25, false), (26, false)])
    func user(count: Int, isGood: Bool) {
        let text = String(repeating: "7", count: count)
        #expect(((try? Self.line(user: text)) != nil) == isGood)
        #expect(((try? LineSecret(text, for: .worldpay)) != nil) == isGood)
        #expect(((try? Self.line(reportGroup: text)) != nil) == (count <= 25))
    }

    @Test(
        "an empty text, an unprintable and a foreign character, and spaces that XML drops are refused",
        arguments: ["", "a\u{7}", "ä", " a", "a ", "a  b"])
    func characters(text: String) {
        #expect(throws: LineFault.badField) { try Self.line(user: text) }
        #expect(throws: LineFault.badField) { try Self.line(reportGroup: text) }
        #expect(throws: LineFault.badLineSecret) { try LineSecret(text, for: .worldpay) }
        if ["", "ä"].contains(text) {
            #expect(throws: LineFault.badRoots) { try Self.line(roots: text) }
        }
    }

    @Test(
        "a file of secrets has a password, and perhaps a client certificate behind it",
        arguments: [
            ("hunter2", nil), ("hunter2\r\n", nil), ("hunter2\n\n", nil),
            ("hunter2\n-----BEGIN CERTIFICATE-----\nAA==", "-----BEGIN CERTIFICATE-----\nAA=="),
            ("hunter2\r\n\r\n-----BEGIN X", "-----BEGIN X"),
        ])
    func secrets(file: String, identity: String?) throws {
        let secret = try LineSecret(file, for: .worldpay)
        #expect(secret.text == "hunter2" && secret.identity == identity)
        #expect(try LineSecret(secret.stored, for: .worldpay) == secret)
    }

    @Test(
        "what is no PEM behind the password, and more than 16 kB, is refused",
        arguments: [
            "second", "-----BEGIN ä", "-----BEGIN " + String(repeating: "A", count: 16_384),
        ])
    func badIdentity(rest: String) {
        #expect(throws: LineFault.badLineIdentity) {
            try LineSecret("hunter2\n" + rest, for: .worldpay)
        }
    }

    @Test(
        "a Worldpay line has a currency of two decimals",
        arguments: [("USD", true), ("CAD", true), ("JPY", false), ("KWD", false)])
    func currencies(code: String, isGood: Bool) throws {
        let currency = try #require(Currency(code: code))
        #expect((try? Self.line(currency: currency))?.currency == (isGood ? currency : nil))
    }

    /// A line to Cybersource.
    private static func cybersource(
        _ mode: LineMode = .live, address: String? = nil, user: String = "flowers_shop",
        reportGroup: String? = nil, currency: Currency = .usd
    ) throws(LineFault) -> LineDefinition {
        let kind = LineKind.cybersource
        return try LineDefinition(
            id: LineID("west"), kind: kind, mode: mode, currency: currency,
            address: LineAddress(typed: address ?? kind.address(mode) ?? ""), user: user,
            reportGroup: reportGroup)
    }

    @Test(
        "a line to Cybersource has its merchant ID of 30 characters, and no report group",
        arguments: [(1, true), (30, true), (31, false)])
    func merchantID(count: Int, isGood: Bool) {
        let user = String(repeating: "m", count: count)
        #expect(((try? Self.cybersource(user: user)) != nil) == isGood)
        #expect(throws: LineFault.badField) { try Self.cybersource(reportGroup: "G") }
    }

    @Test(
        "its secret is a key's ID, a space and a shared secret in Base64",
        arguments: [
            ("id c2VjcmV0", true), ("c2VjcmV0", false), ("id c2Vjc.V0", false), ("id ", false),
            ("id c2VjcmV0 c2VjcmV0", false), ("", false),
            ("id " + String(repeating: "AAAA", count: 39), true),
            ("id " + String(repeating: "AAAA", count: 40), false),
        ])
    func sharedSecret(text: String, isGood: Bool) {
        #expect(((try? LineSecret(text, for: .cybersource))?.text == text) == isGood)
    }

    @Test(
        "it has a currency of no or of two decimals",
        arguments: [("USD", true), ("JPY", true), ("KWD", false)])
    func currenciesOfCybersource(code: String, isGood: Bool) throws {
        let currency = try #require(Currency(code: code))
        #expect(((try? Self.cybersource(currency: currency)) != nil) == isGood)
    }

    @Test("it goes to the host of its mode, and never to the other mode's")
    func hosts() throws {
        let hosts: [LineMode: String] = [
            .test: "https://apitest.cybersource.com/", .live: "https://api.cybersource.com/",
        ]
        for mode in LineMode.allCases {
            #expect(try Self.cybersource(mode).account.address == hosts[mode])
            let other = hosts[mode == .live ? .test : .live]
            #expect(throws: LineFault.addressOfOtherMode) {
                try Self.cybersource(mode, address: other)
            }
            #expect(LineKind.worldpay.address(mode) == nil)
            _ = try Self.cybersource(mode, address: "https://gateway.example/cybersource")
        }
    }

    /// A line to hosts that speak ISO 8583.
    private static func hosts(
        _ hosts: [String] = ["a.example:5000"], links: Int = 1, isEncrypted: Bool = true,
        profile: String = "{}", currency: Currency = .usd
    ) throws(LineFault) -> LineDefinition {
        let addresses = try hosts.map { (text) throws(LineFault) in try HostAddress(typed: text) }
        let account = try HostAccount(
            hosts: addresses, links: links, isEncrypted: isEncrypted, profile: profile)
        return try LineDefinition(
            id: LineID("direct"), mode: .live, currency: currency, account: .iso8583(account))
    }

    @Test(
        "a line to hosts has one to four different ones, each with its port",
        arguments: [
            (["a.example:5000"], true), (["127.0.0.1:1"], true),
            (["a:1", "b:1", "c:1", "a:2"], true), (["a:1", "b:1", "c:1", "d:1", "e:1"], false),
            ([], false), (["a:1", "A:1"], false), (["a.example"], false), (["a:0"], false),
            (["a:65536"], false), (["https://a:1"], false), (["a:1/x"], false), ([""], false),
            (["[::1]:1"], false), ([String(repeating: "a", count: 254) + ":1"], false),
        ])
    func hostsOfLine(typed: [String], isGood: Bool) throws {
        guard isGood else {
            #expect(throws: LineFault.badLineHosts) { try Self.hosts(typed) }
            return
        }
        let line = try Self.hosts(typed)
        #expect(line.kind == .iso8583 && line.account.service == nil)
        #expect(line.account.hosts?.hosts.map(\.description) == typed)
        #expect(line.account.address == typed.joined(separator: ", "))
    }

    @Test(
        "it has 1 to 16 links to each host, and a profile of ASCII of at most 32 kB",
        arguments: [
            (0, "{}", LineFault.badLineHosts), (17, "{}", .badLineHosts), (1, "", .badLineProfile),
            (1, "ä", .badLineProfile),
            (1, String(repeating: " ", count: RoutingLimits.profileBytes + 1), .badLineProfile),
            (16, String(repeating: " ", count: RoutingLimits.profileBytes), nil),
        ] as [(Int, String, LineFault?)])
    func links(count: Int, profile: String, fault: LineFault?) throws {
        guard let fault else {
            #expect(try Self.hosts(links: count, profile: profile).account.hosts?.links == count)
            return
        }
        #expect(throws: fault) { try Self.hosts(links: count, profile: profile) }
    }

    @Test("it has any currency, and no user")
    func currenciesOfHosts() throws {
        _ = try Self.hosts(currency: try #require(Currency(code: "KWD")))
        #expect(LineKind.iso8583.namesCurrency && !LineKind.iso8583.hasUser)
        #expect(throws: LineFault.optionOfOtherKind) {
            try LineDefinition(
                id: LineID("a"), kind: .iso8583, mode: .live,
                address: LineAddress(typed: "https://a.example/"), user: "u")
        }
    }

    @Test(
        "its file of secrets has a client certificate alone, or nothing",
        arguments: [
            ("", nil, nil), ("\n", nil, nil), ("-----BEGIN X\nAA", "-----BEGIN X\nAA", nil),
            ("\n-----BEGIN X", "-----BEGIN X", nil), ("hunter2", nil, LineFault.badLineIdentity),
        ] as [(String, String?, LineFault?)])
    func secretOfHosts(file: String, identity: String?, fault: LineFault?) throws {
        guard let fault else {
            let secret = try LineSecret(file, for: .iso8583)
            #expect(secret.text.isEmpty && secret.identity == identity)
            #expect(try LineSecret(secret.stored, for: .iso8583) == secret)
            return
        }
        #expect(throws: fault) { try LineSecret(file, for: .iso8583) }
    }

    @Test(
        "an address is named in requests by its host, and by a port that isn't the scheme's own",
        arguments: [
            ("https://a.example/x", "a.example"), ("https://a.example:443/", "a.example"),
            ("https://a.example:80", "a.example:80"), ("http://localhost:80/", "localhost"),
            ("http://127.0.0.1:8081/x", "127.0.0.1:8081"),
        ])
    func authorities(typed: String, authority: String) throws {
        #expect(try LineAddress(typed: typed).authority == authority)
    }

    @Test("plain HTTP on this machine is for test lines")
    func plainHTTP() throws {
        #expect(throws: LineFault.badAddress) { try Self.line(address: "http://127.0.0.1:1/") }
        _ = try LineDefinition(
            id: LineID("a"), kind: .worldpay, mode: .test,
            address: LineAddress(typed: "http://127.0.0.1:1/"), user: "u")
    }

    @Test("more roots than 16 kB are refused")
    func roots() throws {
        let most = String(repeating: "r", count: RoutingLimits.rootsBytes)
        #expect(try Self.line(roots: most).roots == most)
        #expect(throws: LineFault.badRoots) { try Self.line(roots: most + "r") }
    }

    @Test("the database's text of a line gives the same line")
    func stored() throws {
        let lines = [
            try Self.line(),
            try Self.line(
                user: #"a "quo\ te{}"#, reportGroup: "Default Report Group",
                roots: "-----BEGIN\r\n\tAB\u{1}=\n", currency: try #require(Currency(code: "CAD"))),
            try Self.hosts(
                ["a.example:5000", "127.0.0.1:5001"], links: 3, isEncrypted: false,
                profile: "{\"a\":\n\t\"\\\\\"}"),
            try Self.hosts(
                profile: String(repeating: "\n", count: RoutingLimits.profileBytes)),
        ]
        for line in lines {
            let read = LineDefinition(
                id: line.id, kind: line.kind.rawValue, mode: line.mode.rawValue,
                configuration: line.configuration)
            #expect(read == line, "\(line.configuration)")
        }
    }

    @Test(
        "a text that isn't ours is no line",
        arguments: [
            "", "[]", "{}", #"{"currency":"USD","address":"https://a.example/"}"#,
            #"{"address":"https://a.example/","user":"u"}"#,
            #"{"currency":"JPY","address":"https://a.example/","user":"u"}"#,
            #"{"currency":"US","address":"https://a.example/","user":"u"}"#,
            #"{"currency":"USD","address":"http://a.example/","user":"u"}"#,
            #"{"currency":"USD","address":"https://a.example/","user":"u","secret":"s"}"#,
            #"{"currency":"USD","address":"https://a.example/","user":1}"#,
        ])
    func altered(text: String) {
        #expect(Self.stored(text) == nil)
    }

    @Test(
        "nor is one of hosts that isn't",
        arguments: [
            #"{"currency":"USD","hosts":["a"],"links":1,"profile":"{}"}"#,
            #"{"currency":"USD","hosts":[1],"links":1,"profile":"{}"}"#,
            #"{"currency":"USD","hosts":["a:1"],"profile":"{}"}"#,
            #"{"currency":"USD","hosts":["a:1"],"links":"1","profile":"{}"}"#,
            #"{"currency":"USD","hosts":["a:1"],"links":1}"#,
            #"{"currency":"USD","address":"https://a.example/","user":"u"}"#,
        ])
    func alteredHosts(text: String) {
        #expect(Self.stored(text, kind: "iso8583") == nil)
    }

    @Test(
        "a kind and a mode that we don't know make no line of it",
        arguments: [
            ("worldpay", "test", true), ("telex", "test", false), ("worldpay", "both", false),
        ])
    func words(kind: String, mode: String, isOurs: Bool) {
        let text = #"{"currency":"USD","address":"https://a.example/","user":"u"}"#
        #expect((Self.stored(text, kind: kind, mode: mode) != nil) == isOurs)
    }

    private static func stored(
        _ text: String, kind: String = "worldpay", mode: String = "test"
    ) -> LineDefinition? {
        LineDefinition(id: LineID("a"), kind: kind, mode: mode, configuration: text)
    }

    @Test("a secret prints nothing of itself")
    func redacted() throws {
        let secret = try LineSecret("hunter2", for: .worldpay)
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), dumped] {
            #expect(!text.contains("hunter"))
        }
    }

    @Test(
        "a live merchant uses live lines alone; the sandbox's merchant, and every one in a sandbox, test lines alone",
        arguments: [
            ("flowers", false, LineMode.live, false), ("flowers", true, .test, true),
            ("sandbox", false, .test, true), ("sandbox", true, .test, true),
        ])
    func modes(merchant: String, inSandbox: Bool, mode: LineMode, takesTestLines: Bool) {
        #expect(LineMode(of: MerchantID(merchant), inSandbox: inSandbox) == mode)
        #expect(mode.allows(.test) == takesTestLines)
        #expect(mode.allows(.live) == !takesTestLines)
    }

    @Test("each fault has a code and a sentence of its own", arguments: LineFault.allCases)
    func faults(_ fault: LineFault) {
        #expect(fault.code == fault.rawValue && fault.sentence.hasSuffix("."))
        #expect(LineFault.allCases.filter { $0.sentence == fault.sentence }.count == 1)
    }
}
