/// A JSON value whose keys stay in the order given, as in the texts that Apple's devices write.
indirect enum SimulatedJSON: Sendable {
    case text(String)
    /// Digits, written as they are.
    case number(String)
    case list([SimulatedJSON])
    case object([(key: String, value: SimulatedJSON)])

    /// The text without white space; `/` stays as it is.
    var serialized: String {
        switch self {
        case .text(let text): SimulatedJSON.quoted(text)
        case .number(let digits): digits
        case .list(let values): "[" + values.map(\.serialized).joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members.map { SimulatedJSON.quoted($0.key) + ":" + $0.value.serialized }
                .joined(separator: ",") + "}"
        }
    }

    /// Source: RFC 8259, section 7: quotation marks, reverse solidus and control characters are
    /// escaped.
    private static func quoted(_ text: String) -> String {
        let plain = text.utf8.allSatisfy {
            $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        if plain { return "\"\(text)\"" }
        var escaped = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": escaped += "\\\""
            case "\\": escaped += "\\\\"
            case _ where scalar.value < 0x20:
                escaped += "\\u00" + hex([UInt8(scalar.value)])
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped + "\""
    }
}
