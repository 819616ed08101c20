import DialectKit
import PaymentDomain

/// The result of decoding that a reply needs.
package struct NativeExchange: Sendable {
    /// The operation; nil if the path isn't one of the API's.
    let operation: NativeOperation?
    /// The server's name for the request, which problems repeat.
    let requestID: RequestIdentifier
    /// The transaction's number: batches list what has one.
    let number: TransactionNumber
    /// Whether the payment is to be captured at once.
    var capturesAtOnce = false

    init(_ head: RequestHead) {
        operation = NativeOperation(rawValue: head.route.operation)
        requestID = head.id
        number = TransactionNumber(at: head.receivedAt, random: head.chance.open)
    }
}
