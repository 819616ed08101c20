import PaymentDomain

/// The identifier of an event: the same at every delivery, so that a receiver knows what it has.
///
/// Layout: `evt_` + payment + `_` + sequence, or `evt_batch_` + number. It has no `.`.
///
/// Source: Standard Webhooks 1.0.0, "Webhook Headers": the signed text is parted by `.`.
package enum EventID: Sendable, Hashable, CustomStringConvertible {
    /// A change of a payment, by its number within the payment.
    case payment(PaymentID, sequence: Int64)
    /// A closed batch.
    case batch(Int64)

    private static let prefix = "evt_"
    private static let batchWord = "batch"
    /// As many as every number here can have.
    private static let digits = 1...18

    /// Reads an identifier; nil if the text isn't one.
    package init?(_ text: String) {
        guard text.hasPrefix(EventID.prefix) else { return nil }
        let parts = text.dropFirst(EventID.prefix.count)
            .split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = EventID.number(parts[1]) else { return nil }
        if parts[0] == EventID.batchWord {
            self = .batch(number)
        } else {
            guard let payment = PaymentID(typed: parts[0]) else { return nil }
            self = .payment(payment, sequence: number)
        }
    }

    /// The identifier as receivers see it.
    package var description: String {
        switch self {
        case .payment(let payment, let sequence): "\(EventID.prefix)\(payment)_\(sequence)"
        case .batch(let number): "\(EventID.prefix)\(EventID.batchWord)_\(number)"
        }
    }

    /// A number from 1 in its shortest form.
    private static func number(_ text: Substring) -> Int64? {
        guard digits.contains(text.utf8.count), text.first != "0",
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int64(text)
    }
}
