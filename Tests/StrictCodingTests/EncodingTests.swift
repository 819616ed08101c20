import Foundation
import Testing

@testable import StrictCoding

@Suite("Base64 and hex", .timeLimit(.minutes(5)))
struct EncodingTests {
    @Test(
        "base64 is read with and without its dirt",
        arguments: [
            ("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"),
            ("Zg", "f"), ("Zg=", "f"), ("Zm8", "fo"), ("Zm9vYmE", "fooba"),
            ("Zm\n9v", "foo"), (" Zm9v\r\n", "foo"), ("Zm9v\n    YmFy", "foobar"),
            ("Zm9v YmFy", "foobar"), ("Z m 9 v", "foo"), ("Zg=\n=", "f"), ("Z g==", "f"),
        ])
    func base64(_ text: String, _ expected: String) throws {
        #expect(try Base64.decode(Array(text.utf8)[...], .wrapped) == Array(expected.utf8))
    }

    @Test(
        "text that is not base64 is refused",
        arguments: [
            ("Z", Base64Fault.malformed), ("Zg===", .malformed), ("=", .malformed),
            ("Zm9v=", .malformed), ("Zm8==", .malformed), ("Zg==Zg==", .malformed),
            ("Zm9v!", .malformed), ("Zm-v", .malformed), ("Zm_v", .malformed),
            ("Zh==", .malformed), ("Zm9=", .malformed), ("Zm9\u{0}", .malformed),
            ("Zm9vé", .malformed), ("Zm 9vYg", .plusLost), ("Zm vYmFy", .plusLost),
            ("Zm9v mFyYm", .plusLost),
        ])
    func notBase64(_ text: String, _ fault: Base64Fault) {
        #expect(throws: fault) { try Base64.decode(Array(text.utf8)[...], .wrapped) }
    }

    @Test(
        "a single value of a message is base64 without white space, with all of its padding or none",
        arguments: [
            ("", ""), ("Zg==", "f"), ("Zg", "f"), ("Zm8=", "fo"), ("Zm8", "fo"), ("Zh==", "f"),
            ("Zm9=", "fo"), ("Zg=", nil), ("Zm9v\n", nil), ("Zm9v YmFy", nil), ("=", nil),
            ("====", nil), ("Zm9v=", nil), ("Zg===", nil), ("Z", nil), ("Zg==Zg==", nil),
        ] as [(String, String?)])
    func value(_ text: String, _ expected: String?) {
        #expect(Base64.decode(text) == expected.map { Array($0.utf8) })
    }

    @Test("base64 agrees with Foundation on every length", arguments: 0..<200)
    func roundTrip(_ count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ count) }
        let text = Base64.encode(bytes)
        #expect(text == Data(bytes).base64EncodedString())
        // A slice that does not begin at zero.
        let padded = Array(("xx" + text).utf8)[2...]
        #expect(try Base64.decode(padded, .wrapped) == bytes)
    }

    @Test("hex is read in either case and refused otherwise")
    func hex() {
        #expect(Hex.decode(Array("00fFAb".utf8)[...]) == [0x00, 0xFF, 0xAB])
        #expect(Hex.decode("") == [])
        #expect(Hex.decode(Array("0".utf8)[...]) == nil)
        #expect(Hex.decode(Array("0g".utf8)[...]) == nil)
        #expect(Hex.decode(Array("0x00".utf8)[...]) == nil)
        #expect(Hex.encode([0x00, 0xFF, 0xAB] as [UInt8]) == "00ffab")
    }
}
