import PaymentDomain

/// A result as it is kept, sealed, beside its request's idempotency key: a list of optional texts.
///
/// Each text is a length of two bytes and its UTF-8; the length 0xFFFF stands for nil. The first text names the kind of
/// result and the layout's version. An opened token has no such form: card data in the clear is never stored.
enum StoredResult {
    /// The bytes to seal, or nil for a result that is not kept.
    static func bytes(of result: PaymentResult) -> [UInt8]? {
        let fields: [String?]
        switch result {
        case .authorization(let value): fields = ["authorization 1"] + value.storedFields
        case .recorded(let value): fields = ["recorded 1"] + value.storedFields
        case .funds(let value): fields = ["funds 1"] + value.storedFields
        case .opened, .registered, .kept, .found, .batches: return nil
        }
        return StoredFields.bytes(of: fields)
    }

    /// The result in unsealed bytes, or nil where they are not of our writing.
    static func result(in bytes: [UInt8]) -> PaymentResult? {
        guard let fields = StoredFields.fields(in: bytes), let kind = fields.first else {
            return nil
        }
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
}
