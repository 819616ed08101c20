import PaymentDomain

/// Cybersource's ID of a transaction, and what kind of transaction it is: `P6750124114786780104953:1499`.
struct CybersourceReference: Sendable, Hashable {
    enum Kind: String, Sendable, Hashable {
        case payment = "P"
        case capture = "C"
        case refund = "R"
        /// Money given to a card without a payment.
        case credit = "K"

        /// The resource's name in paths.
        var resource: String {
            switch self {
            case .payment: "payments"
            case .capture: "captures"
            case .refund: "refunds"
            case .credit: "credits"
            }
        }
    }

    let kind: Kind
    let id: String
    /// The approved amount of a payment, in minor units: its reversal must name it.
    let approved: Int64?

    /// A reference; nil if the ID could not stand in a path.
    init?(_ kind: Kind, _ id: String, approved: Int64? = nil) {
        let isID = { (byte: UInt8) in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D
        }
        guard (1...CybersourceLimits.id).contains(id.utf8.count), id.utf8.allSatisfy(isID) else {
            return nil
        }
        self.kind = kind
        self.id = id
        self.approved = approved
    }

    /// Reads a reference that this line made; nil for a missing one, and for another line's.
    init?(_ reference: AcquirerReference?) {
        guard let reference else { return nil }
        let text = String(decoding: reference.bytes, as: UTF8.self)
        let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        guard let kind = Kind(rawValue: String(text.prefix(1))), (1...2).contains(parts.count)
        else { return nil }
        let approved = parts.count == 2 ? Int64(parts[1]) : nil
        guard (approved != nil) == (kind == .payment) else { return nil }
        self.init(kind, String(parts[0]), approved: approved)
    }

    /// The reference as the database has it.
    var acquirerReference: AcquirerReference? {
        AcquirerReference(
            Array("\(kind.rawValue)\(id)\(approved.map { ":\($0)" } ?? "")".utf8))
    }
}
