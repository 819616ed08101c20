import Testing

@testable import Events

@Suite("The bookmark of a client", .timeLimit(.minutes(5)))
struct EventBookmarkTests {
    private static let proof = [UInt8](0..<32)
    private static let text = "0000000000000007000102030405060708090a0b0c0d0e0f"

    @Test("reads back as it was written, with half of the proof")
    func roundTrip() {
        let bookmark = EventBookmark(number: 7, proof: Self.proof)
        #expect(bookmark.description == Self.text)
        #expect(EventBookmark(Self.text) == bookmark)
        let last = EventBookmark(String(repeating: "f", count: 48))
        #expect(last?.number == -1 && last?.description == String(repeating: "f", count: 48))
        #expect(EventBookmark(number: 8, proof: Self.proof) != bookmark)
        #expect(EventBookmark(number: 7, proof: Self.proof.reversed()) != bookmark)
    }

    @Test(
        "anything else isn't one",
        arguments: [
            "", "7", String(text.dropLast()), text + "0", text.uppercased(),
            "g" + text.dropFirst(), " " + text.dropFirst(),
        ])
    func refused(_ text: String) {
        #expect(EventBookmark(text) == nil)
    }
}
