import PaymentDomain

/// A result as it is kept, sealed, beside its request's idempotency key: a list of optional texts.
///
/// Each text is a length of two bytes and its UTF-8; the length 0xFFFF stands for nil. The first text names the kind of
/// result and the layout's version. An opened token has no such form: card data in the clear is never stored.
enum StoredResult {
    private static let absent = 0xFFFF

    /// The bytes to seal, or nil for a result that is not kept.
    static func bytes(of result: PaymentResult) -> [UInt8]? {
        let fields: [String?]
        switch result {
        case .authorization(let value): fields = ["authorization 1"] + value.storedFields
        case .recorded(let value): fields = ["recorded 1"] + value.storedFields
        case .funds(let value): fields = ["funds 1"] + value.storedFields
        case .opened: return nil
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        for field in fields {
            let count = field.map { min($0.utf8.count, absent - 1) } ?? absent
            bytes.append(UInt8(count >> 8))
            bytes.append(UInt8(count & 0xFF))
            if let field { bytes.append(contentsOf: field.utf8.prefix(count)) }
        }
        return bytes
    }

    /// The result in unsealed bytes, or nil where they are not of our writing.
    static func result(in bytes: [UInt8]) -> PaymentResult? {
        guard let fields = fields(in: bytes), let kind = fields.first else { return nil }
        var reader = FieldReader(fields.dropFirst())
        let result: PaymentResult? =
            switch kind {
            case "authorization 1": AuthorizationResult(&reader).map { .authorization($0) }
            case "recorded 1": RecordedResult(&reader).map { .recorded($0) }
            case "funds 1": FundsResult(&reader).map { .funds($0) }
            default: nil
            }
        return reader.isAtEnd ? result : nil
    }

    private static func fields(in bytes: [UInt8]) -> [String?]? {
        var fields: [String?] = []
        var index = 0
        while index < bytes.count {
            guard index + 2 <= bytes.count else { return nil }
            let count = Int(bytes[index]) << 8 | Int(bytes[index + 1])
            index += 2
            if count == absent {
                fields.append(nil)
                continue
            }
            guard index + count <= bytes.count else { return nil }
            fields.append(String(decoding: bytes[index..<(index + count)], as: UTF8.self))
            index += count
        }
        return fields
    }
}

/// Takes the texts of a stored result one by one.
struct FieldReader {
    private var fields: ArraySlice<String?>

    init(_ fields: ArraySlice<String?>) {
        self.fields = fields
    }

    var isAtEnd: Bool { fields.isEmpty }

    /// The next text; nil where it is absent, or missing.
    mutating func optional() -> String? {
        fields.popFirst() ?? nil
    }

    mutating func number() -> Int64? {
        optional().flatMap { Int64($0) }
    }

    mutating func money(_ currency: Currency) -> Money? {
        number().flatMap { try? Money(minorUnits: $0, currency: currency) }
    }

    mutating func named<Name: RawRepresentable<String>>(_ type: Name.Type = Name.self) -> Name? {
        optional().flatMap { Name(rawValue: $0) }
    }
}
