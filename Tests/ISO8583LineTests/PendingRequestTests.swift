import ISO8583
import Testing

@testable import ISO8583Line

@Suite("Requests that wait for answers", .timeLimit(.minutes(5)))
struct PendingRequestTests {
    private static let fields = [
        7: "1128103015", 11: "000042", 37: "633210000042", 41: "APPLE001", 42: "MERCHANT",
    ]

    private static func message(_ type: String, _ changes: [Int: String?] = [:]) throws -> Message {
        var message = Message(try #require(MessageType(type)))
        for (number, value) in fields { message.set(number, value) }
        for (number, value) in changes {
            message[number] = value.map { ArraySlice($0.utf8) }
        }
        return message
    }

    private static func pending(_ request: Message, limit: Int = 9) -> PendingRequests<String> {
        var pending = PendingRequests<String>(limit: limit, echoed: [7, 11, 37, 42])
        _ = pending.insert(.init(request: request, link: 1, waiter: "first"))
        return pending
    }

    @Test(
        "are answered by the message that fits",
        arguments: [
            ("0100", "0110", [:], true), ("0101", "0110", [:], true), ("0220", "0230", [:], true),
            ("0421", "0430", [:], true), ("0100", "0130", [:], false), ("0100", "0210", [:], false),
            ("0100", "0100", [:], false), ("0100", "0112", [:], false),
            ("0100", "1110", [:], false), ("0100", "0110", [11: "000043"], false),
            ("0100", "0110", [7: "1128103016"], false), ("0100", "0110", [41: "APPLE002"], false),
            ("0100", "0110", [37: "633210000043"], false), ("0100", "0110", [42: nil], false),
            ("0100", "0110", [39: "00"], true),
        ] as [(String, String, [Int: String?], Bool)])
    func matching(request: String, answer: String, changes: [Int: String?], fits: Bool) throws {
        let request = try Self.message(request)
        var pending = Self.pending(request)
        let entry = pending.take(answeredBy: try Self.message(answer, changes))
        #expect((entry?.waiter == "first") == fits)
        #expect(pending.count == (fits ? 0 : 1))
        // A second answer is to nothing.
        let again = pending.take(answeredBy: try Self.message(answer, changes))
        #expect(again?.waiter == nil)
    }

    @Test("are as many as the limit, and one under each key")
    func limits() throws {
        let request = try Self.message("0100")
        var pending = Self.pending(request, limit: 2)
        #expect(pending.hasRoom)
        let isTwice = pending.insert(.init(request: request, link: 2, waiter: "second"))
        #expect(!isTwice)
        let reversal = try Self.message("0400")
        let isSecond = pending.insert(.init(request: reversal, link: 2, waiter: "second"))
        #expect(isSecond && !pending.hasRoom)
        let taken = pending.take(reversal)?.waiter
        #expect(taken == "second" && pending.hasRoom)
    }

    @Test("of a lost link are given back, and no others")
    func lostLink() throws {
        var pending = Self.pending(try Self.message("0100"))
        let request = try Self.message("0220")
        let isAdded = pending.insert(.init(request: request, link: 2, waiter: "second"))
        let lost = pending.takeAll(of: 1).map(\.waiter)
        #expect(isAdded && lost == ["first"])
        #expect(pending.count == 1)
    }
}
