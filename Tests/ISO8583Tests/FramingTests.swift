import SeededRandom
import StrictCoding
import Testing

@testable import ISO8583

@Suite("A frame", .timeLimit(.minutes(5)))
struct FramingTests {
    @Test(
        "has the length before the message",
        arguments: [
            (.twoBytes, 3, "0003"), (.twoBytes, 258, "0102"), (.twoBytesInclusive, 3, "0005"),
            (.fourDigits, 258, "30323538"), (.twoBytesBCD, 258, "0258"), (.vmlh, 258, "01020000"),
            (.twoBytes, 0, "0000"), (.twoBytesInclusive, 0, "0002"), (.fourDigits, 0, "30303030"),
            (.twoBytesBCD, 0, "0000"), (.vmlh, 0, "00000000"),
        ] as [(Framing, Int, String)])
    func frames(framing: Framing, count: Int, length: String) throws {
        let message = [UInt8](repeating: 0x31, count: count)
        let frame = try #require(framing.frame(message))
        #expect(Hex.encode(frame) == length + String(repeating: "31", count: count))
        var decoder = FrameDecoder(framing, limit: 1_000)
        // A byte at a time.
        for byte in frame.dropLast() {
            decoder.append([byte])
            #expect(try decoder.next() == nil)
        }
        decoder.append(frame.suffix(1))
        #expect(try decoder.next() == (count == 0 ? .heartbeat : .message(message)))
        #expect(try decoder.next() == nil)
        #expect(decoder.pending == 0)
    }

    @Test("isn't made of more bytes than its length can announce", arguments: Framing.allCases)
    func capacity(_ framing: Framing) {
        let longest = [UInt8](repeating: 0, count: framing.capacity)
        #expect(framing.frame(longest) != nil)
        #expect(framing.frame(longest + [0]) == nil)
    }

    @Test("is found among others, in pieces of any size", arguments: Framing.allCases)
    func pieces(_ framing: Framing) throws {
        var generator = SeededGenerator.printed()
        let messages = (0..<200).map { _ in
            [UInt8](repeating: 0x41, count: Int.random(in: 0...90, using: &generator))
        }
        var bytes = messages.flatMap { framing.frame($0) ?? [] }[...]
        var decoder = FrameDecoder(framing, limit: 90)
        var found: [FrameDecoder.Frame] = []
        while !bytes.isEmpty {
            let count = min(bytes.count, Int.random(in: 1...40, using: &generator))
            decoder.append(bytes.prefix(count))
            bytes = bytes.dropFirst(count)
            while let frame = try decoder.next() { found.append(frame) }
            #expect(decoder.pending <= 94, "it keeps one message at most")
        }
        #expect(found == messages.map { $0.isEmpty ? .heartbeat : .message($0) })
    }

    @Test(
        "with a length that isn't one, or is too large, ends the connection",
        arguments: [
            (.twoBytes, "0065", .tooLong), (.twoBytes, "ffff", .tooLong),
            (.twoBytesInclusive, "0001", .notALength), (.twoBytesInclusive, "0067", .tooLong),
            (.fourDigits, "30313031", .tooLong), (.fourDigits, "30303061", .notALength),
            (.twoBytesBCD, "0101", .tooLong), (.twoBytesBCD, "000a", .notALength),
            (.vmlh, "00650000", .tooLong),
        ] as [(Framing, String, FrameError)])
    func refused(framing: Framing, wire: String, error: FrameError) throws {
        var decoder = FrameDecoder(framing, limit: 100)
        decoder.append(try #require(Hex.decode(wire)))
        #expect(throws: error) { try decoder.next() }
        // Nothing that follows is read, or kept.
        decoder.append([UInt8](repeating: 0, count: 1_000))
        #expect(throws: error) { try decoder.next() }
        #expect(decoder.pending == 0)
    }

    @Test("header of a TPDU comes back with its addresses the other way round")
    func tpdu() {
        let header = MessageHeader.tpdu([0x60, 1, 2, 3, 4])
        #expect(header.answer(to: [0x60, 5, 6, 7, 8]) == [0x60, 7, 8, 5, 6])
        #expect(MessageHeader.text([0x49]).answer(to: [0x4A]) == [0x49])
        #expect(MessageHeader.none.answer(to: []).isEmpty)
    }
}
