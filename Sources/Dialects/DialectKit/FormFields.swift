import PaymentDomain

/// The fields of a form, by their names.
///
/// The values may be card data, so that the whole prints nothing.
///
/// Source: WHATWG URL Standard, 5.1, application/x-www-form-urlencoded parsing, with three rules that it leaves out
/// since a browser must show something and a payment must not: a `%` without two digits, what is not UTF-8, and a
/// name that is there twice are refused.
package struct FormFields: Redacted {
    private let values: [String: String]
    private let names: FormNames

    /// Reads the body of a POST.
    package init(
        body: [UInt8], names: FormNames = .exact, limits: FormLimits = FormLimits()
    ) throws(FormReadError) {
        try self.init(bytes: body[...], names: names, limits: limits)
    }

    /// Reads the query of a request: what follows the `?`.
    package init(
        query: String, names: FormNames = .exact, limits: FormLimits = FormLimits()
    ) throws(FormReadError) {
        try self.init(bytes: Array(query.utf8)[...], names: names, limits: limits)
    }

    private init(
        bytes: ArraySlice<UInt8>, names: FormNames, limits: FormLimits
    ) throws(FormReadError) {
        guard bytes.count <= limits.formBytes else { throw .tooLarge }
        var values: [String: String] = [:]
        var rest = bytes
        while !rest.isEmpty {
            let pair = rest.prefix { $0 != UInt8(ascii: "&") }
            rest = rest[pair.endIndex...].dropFirst()
            // An `&` too many changes nothing; the standard drops what is between.
            if pair.isEmpty { continue }
            guard values.count < limits.fields else { throw .tooManyFields }
            let (name, value) = try Self.field(pair, limits: limits)
            guard values.updateValue(value, forKey: names.key(name)) == nil else {
                throw .repeatedName
            }
        }
        self.values = values
        self.names = names
    }

    /// The value of a field: empty if it was sent empty, nil if it wasn't sent.
    package subscript(name: String) -> String? { values[names.key(name)] }

    /// The value of a field if it was sent and isn't empty.
    package func filled(_ name: String) -> String? {
        guard let value = self[name], !value.isEmpty else { return nil }
        return value
    }

    /// Whether a field was sent, empty or not.
    package func contains(_ name: String) -> Bool { self[name] != nil }

    /// Whether a field has this value. Bytes are compared, so that a long value costs no more than a short one.
    package func holds(_ value: String, in name: String) -> Bool {
        self[name]?.utf8.elementsEqual(value.utf8) ?? false
    }

    /// Whether a field was sent whose name begins so.
    package func containsAny(under prefix: String) -> Bool {
        let prefix = names.key(prefix)
        return values.keys.contains { $0.hasPrefix(prefix) }
    }

    /// Whether a name or a value has the character NUL, at which a reader in C would end.
    package var holdsNUL: Bool {
        values.contains { $0.key.utf8.contains(0) || $0.value.utf8.contains(0) }
    }

    /// How many fields there are.
    package var count: Int { values.count }

    /// `FormFields`.
    package var redacted: String { "FormFields" }

    private static func field(
        _ pair: ArraySlice<UInt8>, limits: FormLimits
    ) throws(FormReadError) -> (name: String, value: String) {
        let rawName = pair.prefix { $0 != UInt8(ascii: "=") }
        let rawValue = pair[rawName.endIndex...].dropFirst()
        let name = try decoded(rawName)
        guard !name.isEmpty else { throw .emptyName }
        guard name.utf8.count <= limits.nameBytes else { throw .nameTooLong }
        let value = try decoded(rawValue)
        guard value.utf8.count <= limits.valueBytes else { throw .valueTooLong }
        return (name, value)
    }

    private static func decoded(_ raw: ArraySlice<UInt8>) throws(FormReadError) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(raw.count)
        var index = raw.startIndex
        while index < raw.endIndex {
            let byte = raw[index]
            index += 1
            switch byte {
            case UInt8(ascii: "+"):
                bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard raw.endIndex - index >= 2, let high = digit(raw[index]),
                    let low = digit(raw[index + 1])
                else { throw .malformedEscape }
                bytes.append(high << 4 | low)
                index += 2
            default:
                bytes.append(byte)
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        return text
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
