import StrictCoding

/// Writes a JSON object member by member, in the order given, without spaces.
///
/// Source: RFC 8259, section 7, for what must be escaped.
struct PayloadJSON {
    private(set) var text = "{"

    /// The finished object.
    var object: String { text + "}" }

    /// A member whose value is a string; nil writes nothing.
    mutating func string(_ key: String, _ value: String?) {
        guard let value else { return }
        raw(key, PayloadJSON.quoted(value))
    }

    /// A member whose value is JSON already; nil writes nothing.
    mutating func raw(_ key: String, _ value: String?) {
        guard let value else { return }
        if text.utf8.count > 1 { text += "," }
        text += "\(PayloadJSON.quoted(key)):\(value)"
    }

    private static func quoted(_ value: String) -> String {
        var text = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\u{0}"..<"\u{20}":
                text += "\\u00" + Hex.encode([UInt8(truncatingIfNeeded: scalar.value)])
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
