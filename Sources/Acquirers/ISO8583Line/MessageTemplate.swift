import ISO8583

/// The messages that a profile has.
enum MessageKind: String, Sendable, Hashable, CaseIterable {
    case authorize, capture, refund, release, reversal, captureVoid, refundVoid
    case signOn, signOff, echo

    /// Whether only payments with a hold can have it.
    var followsHold: Bool {
        switch self {
        case .capture, .release, .captureVoid, .refundVoid: true
        case .authorize, .refund, .reversal, .signOn, .signOff, .echo: false
        }
    }

    /// Whether it says how much money is held, taken or given.
    var movesMoney: Bool {
        switch self {
        case .authorize, .capture, .refund, .release: true
        case .reversal, .captureVoid, .refundVoid, .signOn, .signOff, .echo: false
        }
    }
}

/// A message as a profile has it: its type and its fields.
struct MessageTemplate: Sendable, Hashable {
    let type: MessageType
    let fields: [Int: FieldTemplate]

    /// The message.
    ///
    /// - Parameter isRepetition: Whether it may have been sent before.
    /// - Returns: Nil if a value is longer than its field.
    func message(
        _ content: MessageContent, _ specification: Specification, isRepetition: Bool = false
    ) -> Message? {
        var message = Message(isRepetition ? type.repetition : type)
        for (number, template) in fields {
            guard let value = template.value(content), !value.isEmpty else { continue }
            guard let format = specification.format(of: number), let fitted = format.fitted(value)
            else { return nil }
            message[number] = fitted[...]
        }
        return message
    }
}

extension FieldFormat {
    /// A value in the length of a fixed field: digits with zeros before them, text with spaces behind it.
    ///
    /// - Returns: Nil if it is too long, or bytes of another length.
    func fitted(_ value: [UInt8]) -> [UInt8]? {
        guard case .fixed(let count) = length else {
            return value.count <= length.maximum ? value : nil
        }
        let lacking = count - value.count
        guard lacking > 0 else { return lacking == 0 ? value : nil }
        switch content {
        case .digits: return [UInt8](repeating: 0x30, count: lacking) + value
        case .letters, .alphanumeric, .text:
            return value + [UInt8](repeating: 0x20, count: lacking)
        case .track, .signedAmount, .bytes: return nil
        }
    }
}
