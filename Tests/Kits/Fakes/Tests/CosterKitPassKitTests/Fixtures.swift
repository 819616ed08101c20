import CosterKit
import Foundation
import PassKit

/// What the tests of the sheet share.
enum Fixtures {
    static let json = """
        {"version":"EC_v1","data":"ZGF0YQ==","signature":"c2ln","header":{"ephemeralPublicKey":\
        "a2V5","publicKeyHash":"aGFzaA==","transactionId":"ab"}}
        """

    static func checkout(
        _ options: Checkout.Options = Checkout.Options(), total: String = "14.99"
    ) throws -> Checkout {
        try Checkout(
            Merchant("merchant.com.example"),
            items: [
                LineItem("Shirt", Amount("15.99", .usd)), LineItem("Gift", Amount("-1", .usd)),
            ],
            total: LineItem("Example Shop", Amount(total, .usd)), options: options)
    }

    /// Steps without tokenization, whose server answers by a function.
    static func steps(
        _ answer: @escaping @Sendable () async -> ServerAnswer
    ) -> PaymentSteps {
        PaymentSteps(
            orderID: "A-1", authorizer: AuthorizerFunction { _ in await answer() })
    }

    static func payment(_ json: String = json) -> PKPayment {
        let payment = PKPayment()
        payment.token.paymentData = Data(json.utf8)
        return payment
    }
}
