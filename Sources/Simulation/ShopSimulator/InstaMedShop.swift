import AppleSimulator
import PaymentDomain

/// The messages of a shop that uses InstaMed: every request is a form to the same page.
package struct InstaMedShop: Sendable {
    private typealias Fields = [(name: String, value: String)]
    package let client: ShopClient

    package init(client: ShopClient) {
        self.client = client
    }

    /// Exchanges an Apple Pay token for the name of it, with which is paid.
    ///
    /// Source: the source document, SaveApplePayToken.
    package func save(_ token: SimulatedToken) -> ShopMessage {
        message(
            "SaveApplePayToken",
            [
                ("applePayMerchantID", client.appleMerchantID),
                ("applePayTokenData", token.json),
            ])
    }

    /// Pays, or only holds.
    ///
    /// Source: the source document, AuthCapt.
    package func pay(_ tokenID: String, amount: Money, captures: Bool) -> ShopMessage {
        message(
            captures ? "AuthCapt" : "Auth",
            [
                ("transactionType", "CreditCard"),
                ("applePayMerchantID", client.appleMerchantID),
                ("applePayTokenID", tokenID), ("amount", amount.decimal),
                ("cardPresentStatus", "InAppApplePay"),
            ])
    }

    /// Captures (part of) the authorized amount, and releases the remainder.
    package func capture(_ transaction: String, amount: Money) -> ShopMessage {
        referenced("Capture", transaction, amount)
    }

    /// Takes back a payment or a refund as a whole.
    package func void(_ transaction: String) -> ShopMessage {
        referenced("Void", transaction, nil)
    }

    /// Gives back (part of) a payment.
    package func refund(_ transaction: String, amount: Money) -> ShopMessage {
        referenced("SimpleRefund", transaction, amount)
    }

    private func referenced(_ action: String, _ transaction: String, _ amount: Money?)
        -> ShopMessage
    {
        message(
            action,
            [
                ("transactionType", "CreditCard"), ("primaryTransactionID", transaction),
                ("primaryCardPresentStatus", "InAppApplePay"),
            ] + (amount.map { [("amount", $0.decimal)] } ?? []))
    }

    private func message(_ action: String, _ fields: [(String, String)]) -> ShopMessage {
        let outlet: Fields = [
            ("transactionAction", action), ("merchantID", client.merchantID),
            ("storeID", client.storeID), ("terminalID", client.terminalID),
        ]
        return ShopMessage(
            title: action, path: "/payment/NVP.aspx",
            headers: [
                ("Content-Type", "application/x-www-form-urlencoded"),
                ShopMessage.basic(client.user, client.secret),
            ],
            body: ShopMessage.form(outlet + fields.map { (name: $0, value: $1) }))
    }
}
