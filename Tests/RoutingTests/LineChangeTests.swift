import PaymentDomain
import Testing

@testable import Routing

@Suite("A change of a line", .timeLimit(.minutes(5)))
struct LineChangeTests {
    private static func line(
        address: String = "https://acquirer.example/pay", user: String = "FLOWERS",
        reportGroup: String? = "Flowers", roots: String? = "PEM"
    ) throws -> LineDefinition {
        try LineDefinition(
            id: LineID("east"), kind: .worldpay, mode: .live,
            currency: try #require(Currency(code: "CAD")), address: LineAddress(typed: address),
            user: user, reportGroup: reportGroup, roots: roots)
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let change: LineChange
        let changed: LineDefinition
    }

    private static func rows() throws -> [Row] {
        let moved = "https://moved.example/pay"
        return [
            Row(testDescription: "", change: LineChange(), changed: try line()),
            Row(
                testDescription: "address https://moved.example/pay",
                change: LineChange(address: try LineAddress(typed: moved)),
                changed: try line(address: moved)),
            Row(
                testDescription: "user, report group",
                change: LineChange(user: "TULIPS", reportGroup: "Tulips"),
                changed: try line(user: "TULIPS", reportGroup: "Tulips")),
            Row(
                testDescription: "roots", change: LineChange(roots: .pinned("OTHER")),
                changed: try line(roots: "OTHER")),
            Row(
                testDescription: "roots", change: LineChange(roots: .ofSystem),
                changed: try line(roots: nil)),
        ]
    }

    @Test("changes what it names and nothing else, and the audit log has its words")
    func applied() throws {
        for row in try Self.rows() {
            #expect(try row.change.applied(to: try Self.line()) == row.changed, "\(row)")
            #expect(row.change.summary == row.testDescription)
        }
    }

    /// A line to hosts.
    private static func hosts(
        _ host: String = "a:1", links: Int = 2, isEncrypted: Bool = true, profile: String = "{}"
    ) throws -> LineDefinition {
        try LineDefinition(
            id: LineID("direct"), mode: .live,
            account: .iso8583(
                HostAccount(
                    hosts: [HostAddress(typed: host)], links: links, isEncrypted: isEncrypted,
                    profile: profile)))
    }

    @Test("changes hosts, and whether they are reached by TLS; links; or the profile")
    func hosts() throws {
        let moved = [try HostAddress(typed: "b:2")]
        let rows: [(LineChange.Hosts, LineDefinition, String)] = [
            (LineChange.Hosts(moved), try Self.hosts("b:2"), "hosts b:2"),
            (
                LineChange.Hosts(moved, isEncrypted: false),
                try Self.hosts("b:2", isEncrypted: false), "hosts b:2"
            ),
            (LineChange.Hosts(links: 3), try Self.hosts(links: 3), "links 3"),
            (LineChange.Hosts(profile: "[]"), try Self.hosts(profile: "[]"), "profile"),
        ]
        for (change, changed, summary) in rows {
            let change = LineChange(hosts: change)
            #expect(try change.applied(to: Self.hosts()) == changed && change.summary == summary)
        }
        // Plain TCP stays as long as the hosts do.
        let plain = try Self.hosts(isEncrypted: false)
        let more = LineChange(hosts: LineChange.Hosts(links: 3))
        #expect(try more.applied(to: plain).account.hosts?.isEncrypted == false)
    }

    @Test("with an option of another kind is refused")
    func otherKind() throws {
        let own = try [
            LineChange(user: "u"), LineChange(reportGroup: "g"),
            LineChange(address: LineAddress(typed: "https://a.example/")),
        ]
        for change in own {
            #expect(throws: LineFault.optionOfOtherKind) { try change.applied(to: Self.hosts()) }
        }
        let change = LineChange(hosts: LineChange.Hosts(links: 2))
        #expect(throws: LineFault.optionOfOtherKind) { try change.applied(to: Self.line()) }
    }

    @Test("is refused as the line would be that it makes")
    func refused() throws {
        let line = try Self.line()
        #expect(throws: LineFault.badField) { try LineChange(user: "").applied(to: line) }
        #expect(throws: LineFault.badRoots) {
            try LineChange(roots: .pinned("")).applied(to: line)
        }
        // A live line never goes over plain HTTP.
        let plain = try LineAddress(typed: "http://127.0.0.1:8081/")
        #expect(throws: LineFault.badAddress) { try LineChange(address: plain).applied(to: line) }
    }
}
