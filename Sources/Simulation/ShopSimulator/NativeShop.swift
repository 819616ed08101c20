import AppleSimulator
import Foundation
import PaymentDomain

/// The messages of a shop that uses the JSON API.
package struct NativeShop: Sendable {
    package let client: ShopClient

    package init(client: ShopClient) {
        self.client = client
    }

    /// Pays, or only authorizes.
    package func pay(
        _ token: SimulatedToken, _ amount: Money, order: String, captures: Bool
    ) -> ShopMessage {
        let capture = captures ? "automatic" : "manual"
        return post(
            "payment", "/v1/payments",
            """
            {"orderReference":"\(order)","capture":"\(capture)",\(Self.member(amount)),\
            "applePayToken":\(token.json)}
            """)
    }

    /// Captures (part of) the authorized amount, and keeps the remainder authorized.
    package func capture(_ payment: String, _ amount: Money) -> ShopMessage {
        post("capture", "/v1/payments/\(payment)/captures", "{\(Self.member(amount))}")
    }

    /// Undoes a payment as a whole.
    package func void(_ payment: String) -> ShopMessage {
        post("void", "/v1/payments/\(payment)/voids", "{}")
    }

    /// Gives back (part of) a payment.
    package func refund(_ payment: String, _ amount: Money) -> ShopMessage {
        post("refund", "/v1/payments/\(payment)/refunds", "{\(Self.member(amount))}")
    }

    private func post(_ title: String, _ path: String, _ body: String) -> ShopMessage {
        ShopMessage(
            title: title, path: path,
            headers: [
                ("Content-Type", "application/json"), ("Authorization", "Bearer \(client.secret)"),
                ("Idempotency-Key", UUID().uuidString),
            ], body: body)
    }

    private static func member(_ amount: Money) -> String {
        #""amount":{"value":\#(amount.minorUnits),"currency":"\#(amount.currency.code)"}"#
    }
}
