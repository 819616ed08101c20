import DialectKit
import PaymentDomain
import StrictCoding

extension CardPointeDialect {
    /// The reply to a request for a profile: one account with a code, an array of accounts without, or a code alone.
    func profileReply(
        to exchange: CardPointeExchange, with accounts: [ProfileAccount]
    ) -> DialectReply {
        var writer = JSONWriter()
        let outcome: String
        if exchange.isRead {
            outcome = "accounts"
            writer.array(accounts) { $0.write($1) }
        } else if let account = accounts.first {
            outcome = "accounts"
            writer.object { reply in
                reply.write(account)
                reply.write(.profileSaved)
            }
        } else {
            outcome = "account-deleted"
            writer.object { $0.write(.profileDeleted) }
        }
        return answered(writer.bytes, exchange, outcome: outcome)
    }
}

extension JSONWriter.Object {
    /// An account, in the order of recorded replies, then what is newer. No table of government's cards is kept.
    fileprivate mutating func write(_ account: ProfileAccount) {
        let texts = account.holder.texts
        member("region", optional: texts[.region])
        member("acctid", optional: account.reference.number.map(String.init))
        member("phone", optional: texts[.phone])
        member("postal", optional: texts[.postalCode])
        member("accttype", optional: account.network.accountType)
        member("defaultacct", account.isDefault ? "Y" : "N")
        member("profileid", account.reference.profile.value)
        member("city", optional: texts[.city])
        member("country", optional: texts[.country])
        member("expiry", optional: account.expiry?.mmyy)
        member("token", account.handle.value)
        member("email", optional: texts[.email])
        member("name", optional: texts[.name])
        member("auoptout", account.holder.declinesUpdates == true ? "Y" : "N")
        member("address", optional: texts[.street])
        member("company", optional: texts[.company])
        member("cofpermission", account.holder.consents == true ? "Y" : "N")
        member("gsacard", "N")
    }

    fileprivate mutating func write(_ code: CardPointeCode) {
        member("respproc", code.processor)
        member("resptext", code.text)
        member("respstat", code.status.rawValue)
        member("respcode", code.code)
    }
}

extension CardNetwork? {
    /// `accttype`. Source: recorded replies have VISA; the other words are those of clients.
    fileprivate var accountType: String? {
        switch self {
        case .visa: "VISA"
        case .mastercard: "MC"
        case .amex: "AMEX"
        case .discover, .diners, .jcb, .unionPay: "DISC"
        case nil: nil
        }
    }
}
