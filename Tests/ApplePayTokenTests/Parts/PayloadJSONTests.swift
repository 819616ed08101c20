import StrictCoding
import Testing

@testable import ApplePayToken

@Suite("JSON of a token that is printed", .timeLimit(.minutes(5)))
struct PayloadJSONTests {
    @Test("a written object reads back as it was")
    func writer() throws {
        var json = PayloadJSON()
        let text = "a\"b\\c\u{1}\u{1F}/é😀"
        json.string("name", text)
        json.string("absent", nil)
        json.raw("number", "1")
        var reader = try JSONReader(Array(json.object.utf8), .ofToken)
        try reader.beginObject()
        #expect(try reader.nextKey() == "name")
        #expect(try reader.text().string == text)
        #expect(try reader.nextKey() == "number")
        #expect(try reader.number() == "1")
        #expect(try reader.nextKey() == nil)
        try reader.finish()
    }
}
