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
