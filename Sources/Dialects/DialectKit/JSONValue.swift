import PaymentDomain

/// How much a JSON text may hold before it is refused.
///
/// The largest that a shop sends (an Apple Pay token within an order) stays below each of these.
package struct JSONLimits: Sendable, Hashable {
    /// The longest text, in bytes.
    package var textBytes = 262_144
    /// How deep objects and arrays may lie within each other; the outermost is at 1.
    package var depth = 16
    /// How many values there may be, all in all.
    package var values = 4096
    /// The longest string or number, in bytes.
    package var valueBytes = 131_072
    /// The longest key, in bytes. To hash or to compare a text takes the square of the marks that may follow one of its
    /// letters, so that no long one may be a key.
    package var keyBytes = 128

    /// The limits above.
    package init() {}
}

/// A value of a JSON text. It may be card data, so that it prints nothing.
package indirect enum JSONValue: Redacted, Equatable {
    /// An object.
    case object(JSONObject)
    /// An array.
    case array([JSONValue])
    /// A string.
    case text(String)
    /// A number, as it was written: no amount passes through a binary fraction.
    case number(String)
    /// `true` or `false`.
    case boolean(Bool)
    /// `null`.
    case null

    /// `JSONValue`.
    package var redacted: String { "JSONValue" }

    /// The object, if it is one.
    package var object: JSONObject? {
        guard case .object(let object) = self else { return nil }
        return object
    }

    /// The elements, if it is an array.
    package var elements: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The string, if it is one.
    package var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    /// The characters of a string or a number: many clients send `"100"` and `100` for the same amount.
    package var textOrNumber: String? {
        switch self {
        case .text(let text), .number(let text): text
        case .object, .array, .boolean, .null: nil
        }
    }

    /// The truth value, if it is one.
    package var boolean: Bool? {
        guard case .boolean(let flag) = self else { return nil }
        return flag
    }

    /// Reads a whole text.
    ///
    /// Source: RFC 8259. Keys that are there twice are refused, since section 4 leaves their meaning to the reader.
    package init(
        reading bytes: [UInt8], limits: JSONLimits = JSONLimits()
    ) throws(JSONReadError) {
        var reader = try JSONTextReader(bytes, limits: limits)
        self = try reader.whole()
    }
}

/// An object of a JSON text. Its members may be card data, so that it prints nothing.
package struct JSONObject: Redacted, Equatable {
    private let members: [String: JSONValue]

    init(_ members: [String: JSONValue]) {
        self.members = members
    }

    /// The value of a key; nil if the key is missing.
    package subscript(key: String) -> JSONValue? { members[key] }

    /// All keys, in no order.
    package var keys: some Collection<String> { members.keys }

    /// `JSONObject`.
    package var redacted: String { "JSONObject" }
}
