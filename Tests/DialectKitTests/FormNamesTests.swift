import Testing

@testable import DialectKit

@Suite("A form whose names are compared without regard to case", .timeLimit(.minutes(5)))
struct FormNamesTests {
    @Test(
        "finds a name however it is written", arguments: ["merchantID", "MERCHANTID", "merchantid"])
    func finds(_ name: String) throws {
        let fields = try FormFields(query: "MerchantId=Ab", names: .anyCase)
        #expect(fields[name] == "Ab" && fields.filled(name) == "Ab" && fields.contains(name))
        #expect(fields.containsAny(under: "MERCH"))
        #expect(try FormFields(query: "MerchantId=Ab")[name] == nil)
    }

    @Test("has each name once, whatever its case", arguments: ["a=1&A=2", "aB=1&Ab=2", "a=1&%41="])
    func repeated(_ text: String) {
        #expect(throws: FormReadError.repeatedName) {
            try FormFields(query: text, names: .anyCase)
        }
        #expect((try? FormFields(query: text))?.count == 2)
    }

    @Test("leaves letters outside ASCII as they are", arguments: ["\u{212A}", "\u{17F}", "Ä"])
    func otherLetters(_ name: String) throws {
        let fields = try FormFields(query: "\(name)=1&k=2&s=3&ä=4", names: .anyCase)
        #expect(fields.count == 4 && fields[name] == "1")
        #expect(ASCIICase.lowered(name) == name)
    }

    @Test(
        "finds NUL",
        arguments: [
            ("a=%00", true), ("a%00=1", true), ("a=1&b=x%00y", true), ("a=0&b=%30", false),
        ])
    func nul(_ text: String, _ holds: Bool) throws {
        #expect(try FormFields(query: text).holdsNUL == holds)
    }
}
