import DialectKit
import PaymentDomain

/// The result of decoding that a reply of InstaMed needs.
package struct InstaMedExchange: Sendable {
    /// The requested action; nil if it wasn't understood.
    var action: InstaMedAction?
    /// The transaction's number, and the source of an error's reference number.
    let number: TransactionNumber
    /// When the request arrived.
    let receivedAt: Timestamp
    /// The transaction that the request is about.
    var primary: TransactionNumber?
    /// The amount to release, if a Void names one.
    var voided: Money?
    /// Whether the card came out of Apple Pay.
    var isApplePay = false
    /// cardHolderName, mirrored in the reply to a keyed card.
    var cardHolderName = ""
    /// The card's expiry, if the client sent it.
    var expiry: CardExpiry?

    init(_ head: RequestHead) {
        number = TransactionNumber(at: head.receivedAt, random: head.chance.open)
        receivedAt = head.receivedAt
    }

    /// The number in an error: letters and digits, as many as it needs.
    ///
    /// Source: InstaMed's sample `02198MGNBZ`.
    var reference: String { String(number.value, radix: 36, uppercase: true) }
}
