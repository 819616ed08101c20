import CardVault
import PaymentDomain
import SeededRandom
import Testing

@testable import KeyCustody

@Suite("A share as its custodian keeps it", .timeLimit(.minutes(5)))
struct ShareTextTests {
    /// A share with a known text.
    private let known = KeyShare(
        setID: "0123ABCD", index: 2, threshold: 3, count: 5,
        bytes: (0..<32).map { UInt8($0) })

    @Test("the text names version, set, threshold, count and number, and then has groups of four")
    func knownText() {
        let text = ShareText.text(of: known)
        let start = "coster-share-1-0123ABCD-3of5-2-000G-40R4-0M30-E209-185G-R38E-1W8"
        #expect(text.hasPrefix(start))
        #expect(text.utf8.count == "coster-share-1-0123ABCD-3of5-2".utf8.count + 15 * 5)
    }

    @Test("a share comes back from its text, in small letters and with spaces around it too")
    func roundTrip() throws {
        for share in try KeyShare.split(MasterKey.made(), into: 16, threshold: 11) {
            let text = ShareText.text(of: share)
            for typed in [text, text.lowercased(), text.uppercased(), "  \(text)\r\n"] {
                #expect(try ShareText.share(typed) == share)
            }
        }
    }

    @Test("a single wrong character is named as a mistake in typing, wherever it is")
    func wrongCharacters() {
        let text = Array(ShareText.text(of: known).utf8)
        for place in text.indices {
            for byte in UInt8(0x20)...0x7E where !isSame(byte, text[place]) {
                var typed = text
                typed[place] = byte
                expectMistyped(typed)
            }
        }
    }

    @Test("a character left out, doubled or exchanged with the next is named as mistyped")
    func wrongLengths() {
        let text = Array(ShareText.text(of: known).utf8)
        for place in text.indices {
            var typed = text
            typed.remove(at: place)
            expectMistyped(typed)
            typed = text
            typed.insert(text[place], at: place)
            expectMistyped(typed)
            guard place > 0, text[place] != text[place - 1] else { continue }
            typed = text
            typed.swapAt(place, place - 1)
            expectMistyped(typed)
            expectMistyped(Array(text[..<place]))
        }
    }

    @Test(
        "a text that is not a share is mistyped",
        arguments: [
            "", " ", "coster-share-1-", "coster-share-2-0123ABCD-3of5-2-0000",
            "coster-share-1-0123ABCD-3of5-2", "coster-share-1----------------",
            String(repeating: "0", count: 100_000), "\u{0}", "ｃｏｓｔｅｒ-share-1",
        ])
    func noShares(text: String) {
        #expect(throws: ShareError.mistyped) { try ShareText.share(text) }
    }

    @Test("random bytes, and shares with random changes, are never taken and never trap")
    func noise() {
        let text = Array(ShareText.text(of: known).utf8)
        var random = SeededGenerator(seed: 20_261_121)
        for _ in 0..<5_000 {
            var typed = text
            for _ in 0...Int(random.next() % 4) {
                typed[Int(random.next() % UInt64(typed.count))] = UInt8(random.next() & 0xFF)
            }
            guard zip(typed, text).contains(where: { !isSame($0, $1) }) else { continue }
            expectMistyped(typed)
            let length = Int(random.next() % 140)
            expectMistyped((0..<length).map { _ in UInt8(random.next() & 0xFF) })
        }
    }

    private func expectMistyped(_ bytes: [UInt8]) {
        #expect(throws: ShareError.mistyped) {
            try ShareText.share(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Small letters are read as capitals.
    private func isSame(_ left: UInt8, _ right: UInt8) -> Bool {
        let isLetter = (0x41...0x5A).contains(left & 0xDF)
        return left == right || (isLetter && left & 0xDF == right & 0xDF)
    }
}
