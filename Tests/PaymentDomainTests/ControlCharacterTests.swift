import PaymentDomain
import Testing

@Suite("Control characters in a name", .timeLimit(.minutes(5)))
struct ControlCharacterTests {
    @Test("are those of Unicode's category Cc, and no others")
    func everyScalar() {
        for value in UInt32(0)...0x3000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let isControl = scalar.properties.generalCategory == .control
            #expect("a\(scalar)b".hasControlCharacter == isControl, "\(value)")
        }
    }

    @Test(
        "are found at every place", arguments: ["\0", "a\u{1B}[2J", "a\n", "\u{9B}2J", "é\u{7F}"])
    func places(name: String) {
        #expect(name.hasControlCharacter)
    }

    @Test("are in no usual name", arguments: ["", "order-1", "Bestellung Nr. 7 – für Zoë", "注文"])
    func usual(name: String) {
        #expect(!name.hasControlCharacter)
    }
}
