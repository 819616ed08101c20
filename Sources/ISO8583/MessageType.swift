/// A message type indicator (MTI): four digits, which are version, class, function and origin.
///
/// Source: ISO 8583:1987, 4.1; ISO 8583:2003, 5.1.
public struct MessageType: Sendable, Hashable, CustomStringConvertible {
    /// The four digits as a number, such as 100 for `0100`.
    public let number: Int

    /// A message type; nil for a number that isn't 0 to 9999.
    public init?(number: Int) {
        guard (0...9_999).contains(number) else { return nil }
        self.number = number
    }

    /// A message type; nil unless the text is four digits.
    public init?(_ text: String) {
        guard text.utf8.count == 4, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(text)
        else { return nil }
        self.number = number
    }

    private init(checked number: Int) {
        self.number = number
    }

    /// The edition of the standard: 0 for 1987, 1 for 1993, 2 for 2003.
    public var version: Int { number / 1_000 }
    /// The class: 1 authorization, 2 financial, 4 reversal, 8 network management.
    public var messageClass: Int { number / 100 % 10 }
    /// The function: 0 request, 1 response, 2 advice, 3 advice response.
    public var function: Int { number / 10 % 10 }
    /// The origin: 0 acquirer, 1 acquirer repeat, 2 issuer, 3 issuer repeat.
    public var origin: Int { number % 10 }

    /// The type of the answer: 0110 for 0100 and 0101, 0230 for 0220. Nil for a message that isn't a request or an advice.
    public var response: MessageType? {
        guard function == 0 || function == 2 else { return nil }
        return MessageType(checked: number - origin % 2 + 10)
    }

    /// The type of a repetition: 0101 for 0100, 0421 for 0420.
    public var repetition: MessageType {
        MessageType(checked: origin.isMultiple(of: 2) ? number + 1 : number)
    }

    /// The four digits.
    public var description: String {
        String(decoding: digits, as: UTF8.self)
    }

    /// The four digits in ASCII.
    var digits: [UInt8] {
        [version, messageClass, function, origin].map { UInt8(0x30 + $0) }
    }
}
