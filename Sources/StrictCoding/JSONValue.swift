import PaymentDomain

/// A value of a JSON text. It may be card data, so that it prints nothing.
package indirect enum JSONValue: Redacted, Equatable {
    case object(JSONObject)
    case array([JSONValue])
    /// A string.
    case text(String)
    /// A number, as it was written: no amount passes through a binary fraction.
    case number(String)
    /// `true` or `false`.
    case boolean(Bool)
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
        var reader = try JSONReader(bytes.withoutByteOrderMark, limits)
        guard reader.peek() != nil else { throw .empty }
        self = try reader.value()
        try reader.finish()
    }
}

/// An object of a JSON text. Its members may be card data, so that it prints nothing.
package struct JSONObject: Redacted, Equatable {
    private let members: [String: JSONValue]

    init(_ members: [String: JSONValue]) {
        self.members = members
    }

    /// Reads a whole text that is an object.
    package init(
        reading bytes: [UInt8], limits: JSONLimits = JSONLimits()
    ) throws(JSONReadError) {
        guard let object = try JSONValue(reading: bytes, limits: limits).object else {
            throw .notAnObject
        }
        self = object
    }

    /// The value of a key; nil if the key is missing.
    package subscript(key: String) -> JSONValue? { members[key] }

    /// All keys, in no order.
    package var keys: some Collection<String> { members.keys }

    /// `JSONObject`.
    package var redacted: String { "JSONObject" }
}

extension JSONReader {
    /// Reads any value whole. The depth of nesting, and so of recursion, is limited.
    fileprivate mutating func value() throws(JSONReadError) -> JSONValue {
        switch peek() {
        case UInt8(ascii: "{"):
            try beginObject()
            var members: [String: JSONValue] = [:]
            while let key = try nextKey() { members[key] = try value() }
            return .object(JSONObject(members))
        case UInt8(ascii: "["):
            try beginArray()
            var elements: [JSONValue] = []
            while try nextElement() { elements.append(try value()) }
            return .array(elements)
        case UInt8(ascii: "\""): return .text(try text().string)
        case UInt8(ascii: "t"):
            try skipWord("true")
            return .boolean(true)
        case UInt8(ascii: "f"):
            try skipWord("false")
            return .boolean(false)
        case UInt8(ascii: "n"):
            try skipWord("null")
            return .null
        default: return .number(try number())
        }
    }
}
