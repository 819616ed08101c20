import DialectKit
@_spi(CardData) import PaymentDomain
import Testing

@Suite("The text of a cryptogram", .timeLimit(.minutes(5)))
struct CryptogramTextTests {
    private static let bytes = [UInt8](0xE6...0xF9)
    private static let hex = "e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9"
    private static let base64 = "5ufo6err7O3u7/Dx8vP09fb3+Pk="

    @Test(
        "is one value in every spelling",
        arguments: [
            hex, hex.uppercased(), "E6" + hex.dropFirst(2), base64, "5ufo6err7O3u7/Dx8vP09fb3+Pk",
        ])
    func spellings(text: String) {
        #expect(Cryptogram(text: text)?.withBytes { $0 } == Self.bytes)
    }

    @Test("of 80 hexadecimal digits is 40 bytes")
    func twoBlocks() {
        let value = Cryptogram(text: Self.hex + Self.hex.uppercased())
        #expect(value?.withBytes { $0 } == Self.bytes + Self.bytes)
    }

    @Test(
        "is base64 if it is not 40 or 80 hexadecimal digits, and may have any length up to 40 bytes",
        arguments: [
            ("AA==", 1), ("AAAA", 3), (String(repeating: "g", count: 40), 30),
            (String(repeating: "a", count: 38), 28), (String(repeating: "a", count: 42), 31),
            (String(repeating: "A", count: 54), 40), (String(repeating: "A", count: 55), nil),
            (String(repeating: "g", count: 80), nil), ("", nil), ("!", nil), ("-_-_", nil),
            (base64 + "\n", nil),
        ] as [(String, Int?)])
    func otherTexts(text: String, count: Int?) {
        #expect(Cryptogram(text: text)?.count == count)
    }
}
