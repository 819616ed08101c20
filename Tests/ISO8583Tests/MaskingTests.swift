import Testing

@testable import ISO8583

@Suite("A masked message", .timeLimit(.minutes(5)))
struct MaskingTests {
    @Test("shows ten digits of the card number, and no cryptogram, expiry or track")
    func masked() throws {
        var message = Message(try #require(MessageType("0100")))
        message.set(2, "4761340000000019")
        message.set(3, "000000")
        message.set(4, "000000001499")
        message.set(14, "3112")
        message.set(35, "4761340000000019=3112")
        message.set(48, "cryptogram")
        message[55] = [1, 2, 3]
        message.set(126, "secret")
        #expect(
            try Specification(shipped: "spec87-ascii").masked(message) == """
                0100 2=476134******0019 3=000000 4=000000001499 14=(4) 35=(21) 48=(10) 55=(3) 126=(6)
                """)
    }

    @Test(
        "shows of a short number its length alone",
        arguments: [("411111111111", "(12)"), ("4111111111111", "411111***1111"), ("", "(0)")])
    func short(number: String, masked: String) throws {
        let specification = try Specification(shipped: "cmf")
        #expect(specification.masked(2, ArraySlice(number.utf8)) == masked)
    }

    @Test("never shows the fields of card data, in any shipped specification")
    func neverShown() throws {
        for name in Specification.shipped {
            let specification = try Specification(shipped: name)
            for number in FieldSet.numbers where ![2].contains(number) {
                let secret = [14, 34, 35, 36, 45, 48, 52, 53, 55, 104, 123, 126].contains(number)
                if secret { #expect(specification.masked(number, [0x31]) == "(1)") }
            }
        }
    }
}
