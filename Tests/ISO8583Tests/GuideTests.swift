import Foundation
import Testing

@testable import ISO8583

@Suite("The page of ISO 8583", .timeLimit(.minutes(5)))
struct GuideTests {
    @Test("has a specification that can be read")
    func specification() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "docs/iso8583.md")
        let blocks = try String(contentsOf: page, encoding: .utf8).split(separator: "```json\n")
        let json = try #require(blocks.dropFirst().first?.split(separator: "```").first)
        let specification = try Specification(json: Array(json.utf8), file: "page")
        #expect(specification.format(of: 63) == nil)
        #expect(specification.format(of: 55)?.lengthEncoding == .bcd)
        #expect(specification.header.bytes == [0x60, 0, 1, 0, 0])
    }
}
