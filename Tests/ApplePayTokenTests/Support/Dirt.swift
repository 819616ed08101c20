import PaymentDomain

/// What happens to a token's fields between the device and us, and changes nothing in it.
enum Dirt: String, CaseIterable, Sendable {
    case noPadding
    case linesOf64
    case linesWithReturns
    case indented
    case strayWrappedKey
    case emptyWrappedKey
    case upperCaseHex

    func apply(to fields: inout ApplePayFields) {
        switch self {
        case .noPadding:
            fields.signature = String(fields.signature.prefix { $0 != "=" })
            fields.data = String(fields.data.prefix { $0 != "=" })
            fields.publicKeyHash = String(fields.publicKeyHash.prefix { $0 != "=" })
        case .linesOf64: wrap(&fields, with: "\n")
        case .linesWithReturns: wrap(&fields, with: "\r\n")
        case .indented: wrap(&fields, with: "\n        ")
        case .strayWrappedKey: fields.wrappedKey = "wrapped key"
        case .emptyWrappedKey: fields.wrappedKey = ""
        case .upperCaseHex:
            fields.transactionId = fields.transactionId.uppercased()
            fields.applicationData = fields.applicationData?.uppercased()
        }
    }

    private func wrap(_ fields: inout ApplePayFields, with separator: String) {
        fields.signature = lines(fields.signature, separator)
        fields.data = lines(fields.data, separator)
        fields.ephemeralPublicKey = fields.ephemeralPublicKey.map { lines($0, separator) }
    }

    private func lines(_ text: String, _ separator: String) -> String {
        var lines: [Substring] = []
        var rest = text[...]
        while !rest.isEmpty {
            lines.append(rest.prefix(64))
            rest = rest.dropFirst(64)
        }
        return lines.joined(separator: separator) + separator
    }
}
