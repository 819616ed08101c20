import DialectKit
import PaymentDomain
import StrictXML

extension RadialDialect {
    /// CreditCardAuthRequest, with a wallet or with a card.
    ///
    /// - Parameter customerAddress: The customer's IP address if the server knows it better than the message.
    func authorization(
        _ root: XMLNode, tender: RadialTender?, customerAddress: String?,
        _ exchange: RadialExchange
    ) throws(RadialProblem) -> RadialDecoded {
        let message = try CreditCardAuthMessage.read(root, customerAddress: customerAddress)
        var exchange = exchange
        exchange.sessionID = message.sessionID
        exchange.includesAccountData = message.includesAccountData
        let version = message.schemaVersion
        exchange.hasResponseCode = version.map { $0 >= .withResponseCode } ?? false
        exchange.hasTenderType = version.map { $0 >= .withTenderType } ?? false
        let source: PaymentSource
        switch message.source {
        case .wallet(let fields):
            // Both always come with a wallet. Source: Radial, Apple Pay, the reply's TenderType
            // "Always present for Digital Wallet transactions", and both sample replies.
            exchange.isWallet = true
            exchange.hasResponseCode = true
            exchange.hasTenderType = true
            source = .applePay(.fields(fields))
        case .card(let card):
            guard tender != .digitalWallet else { throw .broken(.invalidTender) }
            source = try self.source(of: card, checksOnly: message.checksCardOnly)
        }
        exchange.context = RadialContext(orderID: message.orderID, handle: nil)
        let command = AuthorizeCommand(
            source: source, orderReference: message.orderID, amount: message.amount,
            checksCardOnly: message.checksCardOnly, billing: message.billing)
        return RadialDecoded(
            command: .authorize(command), requestID: message.requestID, exchange: exchange)
    }

    /// The card of the form without a wallet: a number, or a handle of ours.
    ///
    /// A correction holds nothing, so it spends nothing: the proof is for the payment, before it or
    /// after it.
    private func source(
        of card: CardMessage, checksOnly: Bool
    ) throws(RadialProblem) -> PaymentSource {
        switch card.account {
        case .encrypted:
            throw .broken(.encryptedFieldUnsupported)
        case .token(let text):
            guard let handle = VaultHandle(text) else { throw .broken(.invalidHandle) }
            // Dropping it would authorize without the proof that the shop believes to have sent.
            guard card.cryptogram == nil else { throw .broken(.cryptogramWithToken) }
            return .stored(handle, expiry: card.expiry, securityCode: card.securityCode)
        case .cardNumber(let number):
            let pan = try number.pan()
            guard pan.network != nil else { throw .broken(.unknownNetwork) }
            if let cryptogram = card.cryptogram, !cryptogram.fits(pan.network) {
                throw .unreadable(XMLReadError(.malformedValue, "CavvUcaf"))
            }
            return .keyed(
                KeyedCard(
                    pan: pan, expiry: card.expiry, securityCode: card.securityCode,
                    cryptogram: checksOnly ? nil : card.cryptogram,
                    eci: checksOnly ? nil : card.eci))
        }
    }
}
