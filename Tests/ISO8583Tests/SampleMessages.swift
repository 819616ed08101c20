import SeededRandom
import StrictCoding

@testable import ISO8583

/// Messages with random values of each field's kind.
struct SampleMessages {
    let specification: Specification
    var generator: SeededGenerator

    private static let characters: [FieldFormat.Content: [UInt8]] = [
        .digits: Array("0123456789".utf8),
        .letters: Array("ABCXYZabcxyz ".utf8),
        .alphanumeric: Array("ABCXYZabcxyz 0123456789".utf8),
        .text: (0x20...0x7E).map { $0 },
        .track: Array("0123456789=".utf8),
        .signedAmount: Array("0123456789".utf8),
        .bytes: (0...255).map { $0 },
    ]

    /// A message with these fields, each as long as it may be, as short, or of a random length.
    mutating func message(_ numbers: [Int], isLongest: Bool? = nil) -> Message? {
        guard let type = MessageType(number: Int.random(in: 0...9_999, using: &generator)) else {
            return nil
        }
        var message = Message(type)
        for number in numbers {
            guard let format = specification.format(of: number) else { return nil }
            message[number] = value(format, isLongest)
        }
        return message
    }

    /// A message with a third of the fields.
    mutating func message() -> Message? {
        let numbers = FieldSet.numbers.filter {
            specification.format(of: $0) != nil && generator.happens(33)
        }
        return message(numbers)
    }

    private mutating func value(_ format: FieldFormat, _ isLongest: Bool?) -> ArraySlice<UInt8> {
        let shortest = format.content == .signedAmount ? 1 : 0
        // Long enough to meet each length, and short enough for a whole message.
        let usual = min(format.length.maximum, 40)
        let count =
            switch (format.length, isLongest) {
            case (.fixed(let count), _): count
            case (.variable(let maximum, _), .some(true)): maximum
            case (.variable, .some(false)): shortest
            case (.variable, .none): Int.random(in: shortest...usual, using: &generator)
            }
        let characters = SampleMessages.characters[format.content] ?? []
        var value = (0..<count).compactMap { _ in characters.randomElement(using: &generator) }
        if format.content == .signedAmount { value[0] = UInt8(ascii: "D") }
        return value[...]
    }
}
