import Foundation
import Testing

@Suite("The rules on the page about ISO 8583", .timeLimit(.minutes(5)))
struct RulePageTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test("each name a test that there is", arguments: 1...12)
    func tests(number: Int) throws {
        let page = Self.tests.deletingLastPathComponent().appending(path: "docs/iso8583.md")
        let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
        let row = try #require(rows.first { $0.hasPrefix("| R\(number) |") })
        let cell = try #require(row.split(separator: "|").last)
        let file = try #require(cell.split(separator: "`").dropFirst().first)
        let title = try #require(cell.split(separator: "\"").dropFirst().first)
        let folder = file == "LineContract" ? "LineContract" : "ISO8583LineTests"
        let source = Self.tests.appending(path: "\(folder)/\(file).swift")
        #expect(try String(contentsOf: source, encoding: .utf8).contains(title), "\(row)")
    }
}
