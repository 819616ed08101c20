import DialectKit
import PaymentDomain

/// What decoding learned that a reply of InstaMed needs.
public struct InstaMedExchange: Sendable {
    /// What was asked for; nil where that was not understood.
    var action: InstaMedAction?
    /// The transaction's number, and the source of an error's reference number.
    let number: TransactionNumber
    /// When the request arrived.
    let receivedAt: Timestamp
    /// The transaction that the request is about.
    var primary: TransactionNumber?
    /// How much of a hold is to be given up, where a Void names an amount.
    var voided: Money?
    /// Whether the card came out of Apple Pay.
    var isApplePay = false
    /// cardHolderName, mirrored in the reply to a keyed card.
    var cardHolderName = ""
    /// The card's end, where the client sent it.
    var expiry: CardExpiry?

    init(_ head: RequestHead) {
        number = TransactionNumber(at: head.receivedAt, random: head.chance.open)
        receivedAt = head.receivedAt
    }

    /// The number as an error tells it: letters and digits, as many as it needs.
    ///
    /// Source: InstaMed's sample `02198MGNBZ`.
    var reference: String { String(number.value, radix: 36, uppercase: true) }
}
