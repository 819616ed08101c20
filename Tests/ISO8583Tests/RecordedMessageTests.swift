import SeededRandom
import Testing

@testable import ISO8583

@Suite("Recorded messages", .timeLimit(.minutes(5)))
struct RecordedMessageTests {
    @Test("are read as their files say, and written with the same bytes")
    func recorded() throws {
        let all = try RecordedMessage.all()
        #expect(all.count >= 50)
        for recorded in all {
            let specification = try Specification(shipped: recorded.specification)
            #expect(try specification.decode(recorded.wire) == recorded.message, "\(recorded.name)")
            #expect(try specification.encode(recorded.message) == recorded.wire, "\(recorded.name)")
        }
    }

    @Test("show neither card number nor cryptogram when masked")
    func masked() throws {
        for recorded in try RecordedMessage.all() {
            let specification = try Specification(shipped: recorded.specification)
            let masked = specification.masked(recorded.message)
            for number in [2, 14, 34, 48, 52, 55, 104, 126] {
                guard let value = recorded.message.text(number), value.count > 3 else { continue }
                #expect(!masked.contains(value), "\(recorded.name), field \(number)")
            }
        }
    }

    @Test("cut short anywhere are refused, and the error names the part")
    func prefixes() throws {
        for recorded in try RecordedMessage.all() {
            let specification = try Specification(shipped: recorded.specification)
            for count in 0..<recorded.wire.count {
                #expect(throws: CodecError.self, "\(recorded.name), \(count) bytes") {
                    try specification.decode(recorded.wire.prefix(count))
                }
            }
        }
    }
}

@Suite("Random damage of messages", .timeLimit(.minutes(5)))
struct MessageFuzzTests {
    /// A damaged message is refused, or is another message that can be written and read again.
    private func expectSound(
        _ wire: [UInt8], _ specification: Specification, _ note: @autoclosure () -> String
    ) {
        guard let message = try? specification.decode(wire) else { return }
        guard let written = try? specification.encode(message),
            let again = try? specification.decode(written)
        else {
            Issue.record("\(note()): \(message.type) is read but not written")
            return
        }
        #expect(again == message, "\(note())")
    }

    @Test("a changed bit in any byte never traps")
    func bits() throws {
        for recorded in try RecordedMessage.all() {
            let specification = try Specification(shipped: recorded.specification)
            var wire = recorded.wire
            for place in wire.indices {
                for bit in 0..<8 {
                    wire[place] ^= 1 << UInt8(bit)
                    expectSound(wire, specification, "\(recorded.name), byte \(place), bit \(bit)")
                    wire[place] ^= 1 << UInt8(bit)
                }
            }
        }
    }

    @Test("several damages at once never trap")
    func damages() throws {
        var generator = SeededGenerator.printed()
        let all = try RecordedMessage.all()
        for recorded in all {
            let specification = try Specification(shipped: recorded.specification)
            for round in 0..<200 {
                let wire = generator.damaged(recorded.wire)
                expectSound(
                    wire, specification, "seed \(generator.seed), \(recorded.name), \(round)")
            }
        }
    }

    @Test("random bytes never trap", arguments: Specification.shipped)
    func noise(_ name: String) throws {
        var generator = SeededGenerator.printed()
        let specification = try Specification(shipped: name)
        for round in 0..<2_000 {
            let count = Int.random(in: 0...600, using: &generator)
            let wire = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            expectSound(wire, specification, "seed \(generator.seed), round \(round)")
        }
    }

    @Test(
        "random frames never trap, and never keep more than one message",
        arguments: Framing.allCases)
    func frames(_ framing: Framing) throws {
        var generator = SeededGenerator.printed()
        for _ in 0..<300 {
            var decoder = FrameDecoder(framing, limit: 64)
            for _ in 0..<20 {
                let count = Int.random(in: 0...30, using: &generator)
                decoder.append(
                    (0..<count).map { _ in UInt8.random(in: 0...0x39, using: &generator) })
                while let frame = try? decoder.next() {
                    if case .message(let bytes) = frame { #expect(bytes.count <= 64) }
                }
                #expect(decoder.pending <= 68)
            }
        }
    }

    @Test("a damaged specification never traps")
    func specifications() throws {
        var generator = SeededGenerator.printed()
        for name in Specification.shipped {
            let json = try #require(Specification.json(ofShipped: name))
            for _ in 0..<300 {
                _ = try? Specification(json: generator.damaged(json), file: name)
            }
        }
    }
}
