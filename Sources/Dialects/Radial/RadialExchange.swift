import DialectKit
import PaymentDomain

/// The operations of the dialect, as metrics and logs name them.
enum RadialOperation: String, Sendable, CaseIterable {
    case authorize
    case confirmFunds = "confirm-funds"
    case cancel
    case settle
    case decrypt
}

/// The result of decoding that a reply of Radial needs.
package struct RadialExchange: Sendable {
    var operation: RadialOperation
    /// The store of the path.
    var store = ""
    /// When the request arrived: the time of a Fault.
    var receivedAt: Timestamp
    /// The client's session, mirrored.
    var sessionID: String?
    /// How the client named the payment; nil for decryptblob.
    var context: RadialContext?
    /// Whether a reply to an authorization has ResponseCode.
    var hasResponseCode = false
    /// Whether a reply to an authorization has TenderType.
    var hasTenderType = false
    /// Whether the card came out of a digital wallet.
    var isWallet = false
    /// Whether a settlement gives money back.
    var isCredit = false
    /// Whether the client asked for the first six and last four digits.
    var includesAccountData = false

    init(operation: RadialOperation, receivedAt: Timestamp) {
        self.operation = operation
        self.receivedAt = receivedAt
    }
}

/// A payment context as a reply mirrors it: never with a card number.
struct RadialContext: Sendable, Hashable {
    let orderID: String
    /// The card token, if the client named it (PaymentContext); nil for PaymentContextBase.
    let handle: VaultHandle?
}
