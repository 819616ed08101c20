import StrictCoding
import Crypto
import Testing

@testable import CardVault

@Suite("Keyed hashes are HMAC-SHA256", .timeLimit(.minutes(5)))
struct KeyedHashTests {
    @Test(
        "the codes of the standard's own test cases come out",
        arguments: [
            (
                [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
            ),
        ])
    func standard(key: [UInt8], text: [UInt8], code: String) {
        // Source: RFC 4231, 4.2 to 4.4.
        let hash = KeyedHash(key: SymmetricKey(data: key))
        #expect(Hex.encode(hash.code(of: text)) == code)
    }

    @Test(
        "the library's HMAC gives the same code for a text of any length, whole or in pieces",
        arguments: [0, 1, 31, 32, 55, 56, 63, 64, 65, 127, 128, 129, 5000])
    func sameAsLibrary(count: Int) {
        let key = SymmetricKey(data: (0..<32).map { UInt8($0) })
        let text = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let expected = Array(HMAC<SHA256>.authenticationCode(for: text, using: key))
        let prepared = KeyedHash(key: key)
        #expect(prepared.code(of: text) == expected)
        var hash = prepared
        text.prefix(count / 3).withUnsafeBytes { hash.update($0) }
        text.dropFirst(count / 3).withUnsafeBytes { hash.update($0) }
        #expect(hash.code() == expected)
        #expect(prepared.code(of: text) == expected, "a copy leaves the prepared hash as it was")
    }

    @Test("a key may be as long as a block", arguments: [1, 32, 63, 64])
    func keyLengths(count: Int) {
        let key = SymmetricKey(data: [UInt8](repeating: 0x5A, count: count))
        let text = Array("text".utf8)
        #expect(
            KeyedHash(key: key).code(of: text)
                == Array(HMAC<SHA256>.authenticationCode(for: text, using: key)))
    }
}
