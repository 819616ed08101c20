import DialectKit
// The merchant asked for its own token to be opened: this reply is the API's only one with a card number.
@_spi(CardData) import PaymentDomain
import StrictCoding

extension NativeDialect {
    /// The contents of a token, for a payment through another gateway.
    ///
    /// Source: Apple, Payment token format reference, decrypted payment data.
    func openedReply(_ token: OpenedToken) -> DialectReply {
        var reply = json(200, "opened") { object in
            token.card.pan.withDigits { object.member("dpan", $0) }
            object.member("network", optional: token.card.pan.network?.rawValue)
            object.member("expiry", optional: token.card.expiry?.yearAndMonth)
            token.card.cryptogram?.withBytes { object.member("cryptogram", Base64.encode($0)) }
            object.member("eci", optional: token.card.eci?.value)
            object.amount("amount", token.amount)
            object.member("transactionId", token.transactionID)
        }
        // Source: RFC 9111, 5.2.2.5.
        reply.headers["Cache-Control"] = "no-store"
        return reply
    }
}
