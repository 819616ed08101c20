import DialectKit
import PaymentDomain

extension CardPointeDialect {
    /// The card of an authorization: a token, or a card number, which may come out of an Apple Pay token that the
    /// merchant decrypted itself. A check of the card, which holds nothing, sends none of its cryptogram, so that the
    /// payment still can.
    func source(
        _ fields: CardConnectFields, _ exchange: inout CardPointeExchange, isCheck: Bool
    ) throws(CardPointeProblem) -> PaymentSource {
        exchange.card.isMasked = try fields.isYes("tokenize")
        exchange.card.wantsBIN = try fields.isYes("bin")
        switch try fields.value("cof") {
        case .some(let word) where word == "C" || word == "M": exchange.card.cardOnFile = word
        case .some, nil: break
        }
        switch try fields.value("ecomind") {
        case "T": exchange.card.entryMode = "Moto"
        case "R": exchange.card.entryMode = "Recurring"
        case "E": exchange.card.entryMode = "ECommerce"
        case "B": throw .answer(.bankAccountsNotSupported)
        case .some, nil: break
        }
        let expiry = try expiry(fields)
        let code = try securityCode(fields)
        exchange.card.hasSecurityCode = code != nil
        let cryptogram = try cryptogram(fields)
        if let reference = try payingAccount(fields) {
            // Two cards, or a proof of another payment: dropping one would make another request of it.
            guard cryptogram == nil, try fields.value("account") == nil else {
                throw .answer(.invalidField)
            }
            return .account(reference, expiry: expiry, securityCode: code)
        }
        let account = try account(fields)
        if let token = CardSecureToken(account) {
            // Dropping the proof would authorize without what the shop believes to have sent.
            guard cryptogram == nil else { throw .answer(.invalidField) }
            guard let registration = token.registration, let handle = token.handle else {
                throw .answer(.invalidToken)
            }
            exchange.card.token = token.text
            return .token(registration, handle, expiry: expiry, securityCode: code)
        }
        let pan = try cardNumber(account)
        if let cryptogram, !cryptogram.fits(pan.network) { throw .answer(.invalidField) }
        var card = KeyedCard(pan: pan, expiry: expiry, securityCode: code)
        if cryptogram != nil { exchange.card.entryMode = "ECommerce" }
        if let cryptogram, !isCheck {
            card.cryptogram = cryptogram
            card.eci = try fields.value("secureflag").flatMap { ECI($0) }
        }
        return .keyed(card)
    }

    /// account, without spaces and hyphens.
    func account(_ fields: CardConnectFields) throws(CardPointeProblem) -> String {
        guard let text = try fields.value("account") else { throw .answer(.invalidCard) }
        let account = text.filter { $0 != " " && $0 != "-" }
        // <routing>/<account>
        guard !account.utf8.contains(UInt8(ascii: "/")) else {
            throw .answer(.bankAccountsNotSupported)
        }
        guard account.isDigits, account.utf8.count <= CardConnectLimits.account else {
            throw .answer(.invalidCard)
        }
        return account
    }

    func cardNumber(_ digits: String) throws(CardPointeProblem) -> PAN {
        let pan: PAN
        do {
            pan = try PAN(digits: digits)
        } catch {
            switch error {
            case .failsLuhn: throw .answer(.badCheckDigit)
            case .notDigits, .wrongLength: throw .answer(.invalidCard)
            }
        }
        guard pan.network != nil else { throw .answer(.unknownCardType) }
        return pan
    }

    func expiry(_ fields: CardConnectFields) throws(CardPointeProblem) -> CardExpiry? {
        guard let text = try fields.value("expiry") else { return nil }
        guard text.isDigits else { throw .answer(.nonNumericExpiry) }
        guard let expiry = CardExpiry(cardConnect: text) else { throw .answer(.invalidField) }
        return expiry
    }

    private func securityCode(
        _ fields: CardConnectFields
    ) throws(CardPointeProblem) -> SecurityCode? {
        guard let text = try fields.value("cvv2") else { return nil }
        guard text.isDigits else { throw .answer(.nonNumericCode) }
        guard let code = SecurityCode(digits: text) else { throw .answer(.invalidField) }
        return code
    }

    /// securevalue: the cryptogram in base64 or hexadecimal.
    private func cryptogram(_ fields: CardConnectFields) throws(CardPointeProblem) -> Cryptogram? {
        guard let text = try fields.value("securevalue") else { return nil }
        guard let cryptogram = Cryptogram(text: text) else { throw .answer(.invalidField) }
        return cryptogram
    }
}
