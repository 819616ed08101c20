import DialectKit
import PaymentDomain
import StrictCoding

extension CardPointeDialect {
    /// The reply to settlestat: an array, or the bare words of a recorded reply if nothing was settled. A cut list
    /// would be taken for the whole, so it is refused.
    func settlementReply(
        to exchange: CardPointeExchange, with batches: [SettledBatch]
    ) -> DialectReply {
        guard !batches.isEmpty else {
            return answered(Array("Null batches".utf8), exchange, outcome: "nothing-settled")
        }
        guard batches.allSatisfy({ !$0.isCut }) else {
            return reply(
                to: exchange, with: CardPointeCode(.badResponse), outcome: "too-many-settled")
        }
        var writer = JSONWriter()
        writer.array(batches) { item, batch in
            item.member("batchid", String(batch.number))
            item.member("hostbatch", String(batch.number))
            item.member("hoststat", "GB")
            item.member("merchid", exchange.merchid ?? "")
            item.member("respproc", processor(exchange).rawValue)
            item.member("chargetotal", currency.written(batch.total { !$0.isReturn }))
            item.member("refundtotal", currency.written(batch.total(of: \.isReturn)))
            item.member("txns", batch.entries) { transaction, entry in
                write(&transaction, entry)
            }
        }
        return answered(writer.bytes, exchange, outcome: "settled")
    }

    /// Refunds have a minus, so that a batch adds up.
    private func write(_ transaction: inout JSONWriter.Object, _ entry: SettledBatch.Entry) {
        transaction.member("retref", entry.number.description)
        // An order without a name has the retref as its own.
        if entry.orderReference != entry.number.description {
            transaction.member("salesdoc", entry.orderReference)
        }
        transaction.member("setlstat", "Y")
        transaction.member("setlamount", (entry.isReturn ? "-" : "") + entry.amount.decimal)
        transaction.member(
            "authcode", optional: entry.kind == .refund ? "REFUND" : entry.authorizationCode)
        transaction.member("cardtype", entry.network.cardType)
    }

    /// The reply to funding. What the acquirer pays to the merchant's bank isn't known here.
    ///
    /// Source: CardPointe Gateway API, funding, "If no batches are found".
    func fundingReply(to exchange: CardPointeExchange) -> DialectReply {
        var writer = JSONWriter()
        writer.object { $0.member("errormsg", "No deposits match your request") }
        return answered(writer.bytes, exchange, outcome: "nothing-funded")
    }

    /// The reply to inquireMerchant: what this service does for a merchid.
    func merchantReply(to exchange: CardPointeExchange) -> DialectReply {
        var writer = JSONWriter()
        writer.object { reply in
            reply.member("merchid", exchange.merchid ?? "")
            reply.member("enabled", true)
            reply.member("cardproc", processor(exchange).rawValue)
            reply.member("acctupdater", "N")
            reply.member("avs", "Y")
            reply.member("cvv", "Y")
            reply.member("echeck", "N")
        }
        return answered(writer.bytes, exchange, outcome: "merchant")
    }

    /// The reply to bin, from the token itself. Issuers and products aren't known here.
    func binReply(to exchange: CardPointeExchange) -> DialectReply {
        let token = exchange.card.token.flatMap { CardSecureToken($0) }
        var writer = JSONWriter()
        writer.object { reply in
            reply.member("product", token?.productLetter ?? "N")
        }
        return answered(writer.bytes, exchange, outcome: "bin")
    }
}

extension SettledBatch {
    /// The sum of some of its entries, in minor units. All are of one currency, the merchid's.
    fileprivate func total(of isCounted: (Entry) -> Bool) -> Int64 {
        entries.filter(isCounted).reduce(0) { $0 + $1.amount.minorUnits }
    }
}

extension SettledBatch.Entry {
    /// Whether money went back to the card.
    fileprivate var isReturn: Bool { kind == .refund || kind == .credit }
}

extension CardSecureToken {
    /// `product`, from the first two digits of the card number, as far as these decide.
    fileprivate var productLetter: String {
        switch firstTwo {
        case "34", "37": "A"
        case _ where firstTwo.hasPrefix("4"): "V"
        case "51", "52", "53", "54", "55", "22", "23", "24", "25", "26", "27": "M"
        case "30", "35", "36", "38", "39", "60", "62", "64", "65", "81": "D"
        default: "N"
        }
    }
}

extension CardNetwork? {
    /// `cardtype` of settlestat.
    fileprivate var cardType: String {
        switch self {
        case .visa: "VISA"
        case .mastercard: "MC"
        case .amex: "AMEX"
        case .discover, .diners, .jcb, .unionPay: "DISC"
        case nil: ""
        }
    }
}
