import DialectKit
import PaymentDomain

/// The result of decoding that a reply of the gateway needs.
package struct CardPointeExchange: Sendable {
    /// The requested operation.
    let operation: CardPointeOperation
    /// The path, as 4xx replies name it.
    let path: String
    /// When the request arrived.
    let receivedAt: Timestamp
    /// The retref that is proposed: that of a reply to what was refused.
    let number: TransactionNumber
    /// The profileid that is proposed for a new profile.
    let newProfile: ProfileID
    /// Whether the request reads without changing: its reply has no code.
    let isRead: Bool
    var merchid: String?
    /// The retref of the request.
    var retref: String?
    /// The orderid of the request.
    var orderID: String?
    /// The data for an authorization's reply.
    var card = CardReplyFields()
    /// The order's data, if the client asked for it in the reply.
    var receipt: CardPointeReceipt?
    /// Whether a void is for all that there is.
    var isWhole = true
    /// The words of the sandbox's test values.
    var magic = CardPointeTestWords()

    init(_ head: RequestHead, _ operation: CardPointeOperation) {
        self.operation = operation
        path = head.wirePath
        isRead = head.route.method == "GET"
        receivedAt = head.receivedAt
        newProfile = ProfileID(random: head.chance.open)
        number = TransactionNumber(fourteenDigitsAt: head.receivedAt, random: head.chance.open)
    }
}

/// The card's data in the reply to an authorization.
struct CardReplyFields: Sendable, Hashable {
    /// The token that the client sent; nil if it sent a card number.
    var token: String?
    /// Whether `account` is to be masked. Source: tokenize.
    var isMasked = false
    /// `entrymode`, unless the card is a wallet's.
    var entryMode = "Keyed"
    /// Whether binInfo is asked for.
    var wantsBIN = false
    /// `cof`, mirrored.
    var cardOnFile: String?
    /// Whether a security code was sent.
    var hasSecurityCode = false
}

/// How a receipt is asked for.
enum CardPointeReceipt: Sendable, Hashable {
    /// `Y`: an object within a text.
    case text
    /// `json`: an object.
    case object
}

/// The literal words of a reply if the sandbox did as the script asked.
struct CardPointeTestWords: Sendable, Hashable {
    var decline: CardPointeCode?
    /// `avsresp`.
    var address: String?
    /// `cvvresp`.
    var securityCode: String?
}

extension RequestHead {
    /// The path that was asked for, put together again, as replies may name it.
    var wirePath: String {
        route.path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            guard part.hasPrefix("{") else { return String(part) }
            return parameters[String(part.dropFirst().dropLast())] ?? String(part)
        }.joined(separator: "/").shownPath
    }
}

extension String {
    /// A path as replies may name it: of a part whose digits pass for a card number the last four alone are left. Replies
    /// name paths to strangers too, and before anything of them was compared.
    var shownPath: String {
        utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { part in
            guard let pan = try? PAN(digits: digits(in: part)) else {
                return String(Substring(part))
            }
            return String(repeating: "X", count: pan.count - 4) + pan.lastFour
        }.joined(separator: "/")
    }
}

/// The digits of a part of a path, skipping other characters, and decoding percent-encoded ones.
///
/// Source: RFC 3986, 2.1: `%30` to `%39`.
private func digits(in part: Substring.UTF8View) -> String {
    var digits: [UInt8] = []
    var rest = part.makeIterator()
    while var byte = rest.next() {
        if byte == UInt8(ascii: "%") {
            let high = rest.next()
            guard let low = rest.next(), high == UInt8(ascii: "3") else { continue }
            byte = low
        }
        if byte >= 0x30, byte <= 0x39 { digits.append(byte) }
    }
    return String(decoding: digits, as: UTF8.self)
}
