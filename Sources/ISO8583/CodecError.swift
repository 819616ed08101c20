/// Why a message can't be read or written: the part of it, and the rule that it breaks. It holds nothing of the message.
public struct CodecError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A part of a message.
    public enum Part: Sendable, Hashable {
        /// The header before the message type.
        case header
        case messageType
        case bitmap
        case field(Int)
        /// What is behind the last field.
        case end
    }

    /// A rule of the specification.
    public enum Fault: String, Error, Sendable, Hashable, CaseIterable {
        /// The message ends within this part.
        case truncated
        /// A byte isn't of the field's kind, such as a letter among digits.
        case malformed
        /// The length before the value can't be read.
        case lengthMalformed = "length-malformed"
        /// The value is longer than the field may be.
        case tooLong = "too-long"
        /// The value hasn't the length of a fixed field.
        case wrongLength = "wrong-length"
        /// The specification doesn't have the field.
        case unknownField = "unknown-field"
        /// Bytes follow the last field.
        case excess
        /// The message is longer than any may be.
        case messageTooLong = "message-too-long"
    }

    /// The part.
    public let part: Part
    /// The rule.
    public let fault: Fault

    init(_ part: Part, _ fault: Fault) {
        self.part = part
        self.fault = fault
    }

    /// `field 4: wrong-length`.
    public var description: String {
        let name =
            switch part {
            case .header: "header"
            case .messageType: "message type"
            case .bitmap: "bitmap"
            case .field(let number): "field \(number)"
            case .end: "end"
            }
        return "\(name): \(fault.rawValue)"
    }
}
