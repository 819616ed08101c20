import PaymentDomain

/// Texts in a row of bytes, each behind its length: the layout of sealed content.
enum StoredFields {
    private static let absent = 0xFFFF

    /// The bytes of texts; what is longer than two bytes can count is cut.
    static func bytes(of fields: [String?]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        for field in fields {
            let count = field.map { min($0.utf8.count, absent - 1) } ?? absent
            bytes.append(UInt8(count >> 8))
            bytes.append(UInt8(count & 0xFF))
            guard let field else { continue }
            if count == field.utf8.count {
                bytes.append(contentsOf: field.utf8)
            } else {
                bytes.append(contentsOf: field.utf8.prefix(count))
            }
        }
        return bytes
    }

    /// The texts in bytes, or nil if our code didn't write them.
    static func fields(in bytes: [UInt8]) -> [String?]? {
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

/// Takes the texts of a stored row one by one.
struct FieldReader {
    private var fields: ArraySlice<String?>

    init(_ fields: ArraySlice<String?>) {
        self.fields = fields
    }

    var isAtEnd: Bool { fields.isEmpty }

    /// The next text; nil if it is absent or missing.
    mutating func optional() -> String? {
        fields.popFirst() ?? nil
    }

    mutating func number() -> Int64? {
        optional().flatMap { Int64($0) }
    }

    /// A card's end, as YYYYMM.
    mutating func expiry() -> CardExpiry? {
        number().flatMap { CardExpiry(year: Int($0 / 100), month: Int($0 % 100)) }
    }

    mutating func money(_ currency: Currency) -> Money? {
        number().flatMap { try? Money(minorUnits: $0, currency: currency) }
    }
}
