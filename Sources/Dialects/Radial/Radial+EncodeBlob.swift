import StrictCoding
import DialectKit
import StrictXML
// The merchant asked for its own token to be opened: this reply is the one that carries a card
// number.
@_spi(CardData) import PaymentDomain

extension RadialDialect {
    /// DecryptBlobReply.
    ///
    /// Radial's own reply isn't documented any more. These names are those of the authorization that the client sends
    /// next, and Apple's for the rest, so that each value is copied to an element of the same meaning.
    /// Source: Apple, Payment token format reference, decrypted payment data.
    func blobReply(_ token: OpenedToken, _ exchange: RadialExchange) -> DialectReply {
        let card = token.card
        var writer = XMLWriter()
        writer.root("DecryptBlobReply", namespace: RadialDialect.namespaceName) { reply in
            card.pan.withDigits { digits in
                reply.element(
                    "PaymentAccountUniqueId", digits, attributes: [("isToken", "false")])
            }
            if let expiry = card.expiry {
                reply.element("ExpirationDate", expiry.yearAndMonth)
            }
            reply.money("Amount", token.amount)
            if let name = token.cardholderName { reply.element("CardholderName", name) }
            reply.element("DeviceManufacturerIdentifier", token.deviceManufacturerIdentifier)
            reply.element("PaymentDataType", token.paymentDataType)
            if let cryptogram = card.cryptogram {
                cryptogram.withBytes { bytes in
                    reply.element("OnlinePaymentCryptogram", Base64.encode(bytes))
                }
            }
            if let eci = card.eci { reply.element("EciIndicator", eci.value) }
            reply.element("TransactionId", token.transactionID)
            reply.element("TenderType", RadialTender(card.pan.network).rawValue)
        }
        return Self.reply(writer, outcome: "opened")
    }
}
