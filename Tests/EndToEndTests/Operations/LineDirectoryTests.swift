import CardVault
import MerchantStorage
import PaymentDomain
import Routing
import Testing

@testable import CosterServer

@Suite("How a server takes up lines and routes", .timeLimit(.minutes(20)))
struct LineDirectoryTests {
    private static let now = Timestamp(seconds: 1_795_000_000)
    private static let names = ["east", "west", "trial", "broken"]

    /// A vault with a key for each line but the last, whose secret nothing opens.
    private static func vault() throws -> CardVault {
        let master = MasterKey.made()
        let owners = Set(names.dropLast().map { LineID($0).keyOwner })
        let first = try VaultKeys.bootstrap(master: master, existing: [], at: now).keys
        return CardVault(keys: try first.made(forEachOf: owners, under: master, at: now).keys)
    }

    private static func record(
        _ name: String, _ secrets: [(text: String, expiresAt: Timestamp?)], _ vault: CardVault
    ) throws -> LineRecord {
        let id = LineID(name)
        let definition = try LineDefinition(
            id: id, kind: .worldpay, mode: name == "trial" ? .test : .live,
            address: LineAddress(typed: "https://acquirer.example/\(name)"),
            user: "u")
        let records = secrets.enumerated().map { number, secret in
            let sealed = try? vault.seal(Array(secret.text.utf8), for: id.secretBinding)
            return LineSecretRecord(
                number: Int64(number + 1),
                sealed: sealed ?? SealedRecord(keyID: "none", bytes: [1]),
                validFrom: now, expiresAt: secret.expiresAt)
        }
        return LineRecord(definition: definition, createdAt: now, secrets: records)
    }

    /// The four lines; by network, the rules of a merchant and of the sandbox's.
    private static func records(_ vault: CardVault) throws -> MerchantRecords {
        let (east, west, trial) = (LineID("east"), LineID("west"), LineID("trial"))
        let rules = [
            RouteRule(network: .visa, line: east, otherwise: west),
            RouteRule(network: .amex, line: trial, otherwise: east),
            RouteRule(network: .jcb, line: LineID("broken"), otherwise: west),
            RouteRule(network: .diners, line: LineID("gone"), otherwise: west),
        ]
        let table = try #require(RouteTable(rules.compactMap { $0 }))
        return MerchantRecords(
            lines: try names.map { try record($0, [("secret of \($0)", nil)], vault) },
            unreadableLines: [UnreadableLine(id: LineID("gone"), mode: "live")],
            routes: [MerchantID("roses"): table, .sandbox: table])
    }

    @Test(
        "a payment's lines are those of the first rule that fits, also if they can't be used now",
        arguments: [
            ("roses", CardNetwork.visa, false, ["east", "west"]),
            ("roses", .visa, true, []),
            ("tulips", .visa, false, []),
            ("roses", .discover, false, []),
            // A test line is for tests alone, and tests use no other.
            ("roses", .amex, false, ["east"]), ("roses", .amex, true, ["trial"]),
            ("sandbox", .amex, true, ["trial"]),
            // A secret that doesn't decrypt, and a row that can't be read.
            ("roses", .jcb, false, ["broken", "west"]),
            ("roses", .diners, false, ["gone", "west"]), ("roses", .diners, true, []),
        ])
    func candidates(
        merchant: String, network: CardNetwork, isSandbox: Bool, lines: [String]
    ) throws {
        let vault = try Self.vault()
        var options = MerchantOptions(allowsRefundBeyondCapture: false)
        options.isSandbox = isSandbox
        let directory = MerchantDirectory(try Self.records(vault), vault: vault, options: options)
        let question = RouteQuestion(
            merchant: MerchantID(merchant), network: network,
            amount: try Money(minorUnits: 1499, currency: .usd), dialect: "radial")
        #expect(CurrentDirectory(directory).lines.candidates(question).map(\.value) == lines)
        // The server has nothing to say about lines that it never uses.
        #expect(directory.lines.closed.map(\.value) == (isSandbox ? [] : ["broken"]))
        #expect(directory.lines.unreadable.map(\.value) == (isSandbox ? [] : ["gone"]))
        let usable = directory.lines.lines.keys.map(\.value).sorted()
        #expect(usable == (isSandbox ? ["trial"] : ["east", "west"]))
        #expect(directory.lines.hasLiveLine)
    }

    @Test(
        "a line whose row can't be read counts as live, unless it is known to be for tests",
        arguments: [("live", true), ("test", false), ("other", true)])
    func unreadable(mode: String, isLive: Bool) throws {
        let records = MerchantRecords(
            unreadableLines: [UnreadableLine(id: LineID("gone"), mode: mode)])
        let lines = LineDirectory(records, vault: try Self.vault(), isSandbox: true)
        #expect(lines.hasLiveLine == isLive)
    }

    @Test("of two secrets the one without an end is in use, wherever it stands")
    func secretInUse() throws {
        let vault = try Self.vault()
        let later = Self.now.adding(seconds: 60)
        for secrets in [[("old", later), ("new", nil)], [("new", nil), ("old", later)]]
            as [[(String, Timestamp?)]]
        {
            let records = MerchantRecords(lines: [try Self.record("east", secrets, vault)])
            let lines = LineDirectory(records, vault: vault, isSandbox: false).lines
            #expect(lines[LineID("east")]?.secret.text == "new")
        }
    }

    @Test("the secret of another line doesn't open, whatever its row says")
    func exchanged() throws {
        let vault = try Self.vault()
        let west = try Self.record("west", [("secret", nil)], vault)
        let east = LineRecord(
            definition: try Self.record("east", [], vault).definition, createdAt: Self.now,
            secrets: west.secrets)
        let directory = LineDirectory(
            MerchantRecords(lines: [east, west]), vault: vault, isSandbox: false)
        #expect(directory.closed.map(\.value) == ["east"])
    }
}
