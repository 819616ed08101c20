import Testing

@testable import ISO8583

@Suite("A message", .timeLimit(.minutes(5)))
struct MessageTests {
    @Test(
        "type has the answer and the repetition that the standard gives it",
        arguments: [
            ("0100", "0110", "0101"), ("0101", "0110", "0101"), ("0200", "0210", "0201"),
            ("0220", "0230", "0221"), ("0221", "0230", "0221"), ("0400", "0410", "0401"),
            ("0420", "0430", "0421"), ("0421", "0430", "0421"), ("0800", "0810", "0801"),
            ("0110", nil, "0111"), ("0430", nil, "0431"), ("2100", "2110", "2101"),
            ("0802", "0812", "0803"), ("0803", "0812", "0803"),
        ] as [(String, String?, String)])
    func types(type: String, response: String?, repetition: String) throws {
        let type = try #require(MessageType(type))
        #expect(type.response?.description == response)
        #expect(type.repetition.description == repetition)
    }

    @Test(
        "type is four digits",
        arguments: ["", "100", "01000", "01a0", "-100", "+100", "٠١٠٠", " 100"])
    func notAType(_ text: String) {
        #expect(MessageType(text) == nil)
    }

    @Test("type has a version, a class, a function and an origin")
    func parts() throws {
        let type = try #require(MessageType("1421"))
        #expect(type.version == 1)
        #expect(type.messageClass == 4)
        #expect(type.function == 2)
        #expect(type.origin == 1)
        #expect(MessageType(number: 1_421) == type)
        #expect(MessageType(number: 10_000) == nil)
        #expect(MessageType(number: -1) == nil)
    }

    @Test("has its fields in the order of their numbers, however they were set")
    func order() throws {
        var message = Message(try #require(MessageType("0100")))
        for number in [128, 3, 64, 65, 2, 4] { message.set(number, "\(number)") }
        #expect(Array(message.fields) == [2, 3, 4, 64, 65, 128])
        for number in message.fields { #expect(message.text(number) == "\(number)") }
        #expect(message.fields.count == 6)
    }

    @Test("takes another value for a field, and loses a field")
    func changes() throws {
        var message = Message(try #require(MessageType("0100")))
        message.set(2, "4111")
        message.set(4, "12")
        message.set(2, "42")
        #expect(message.text(2) == "42")
        #expect(message.text(4) == "12")
        message[2] = nil
        #expect(message[2] == nil)
        #expect(message.text(4) == "12")
        #expect(Array(message.fields) == [4])
    }

    @Test("has no field that no bitmap can have", arguments: [-1, 0, 1, 129, 192, Int.max])
    func noSuchField(_ number: Int) throws {
        var message = Message(try #require(MessageType("0100")))
        message.set(number, "1")
        #expect(message[number] == nil)
        #expect(Array(message.fields).isEmpty)
    }

    @Test("equals one with the same fields, however both were made")
    func equality() throws {
        let type = try #require(MessageType("0100"))
        var first = Message(type)
        first.set(2, "1")
        first.set(3, "2")
        var second = Message(type)
        second.set(3, "9")
        second.set(2, "1")
        #expect(first != second)
        second.set(3, "2")
        #expect(first == second)
        #expect(first.hashValue == second.hashValue)
        second.set(4, "")
        #expect(first != second)
    }

    @Test("prints no value")
    func printing() throws {
        var message = Message(try #require(MessageType("0100")))
        message.set(2, "4111111111111111")
        message.set(126, "secret")
        for text in ["\(message)", String(reflecting: message)] {
            #expect(text == "0100 with fields 2, 126")
        }
    }
}
