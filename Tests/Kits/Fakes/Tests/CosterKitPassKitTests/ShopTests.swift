import CosterKit
import Foundation
import PassKit
import SwiftUI
import Testing
import UIKit

@testable import Shop

extension PassKitTests {
    @Suite("The example app, run on stand-ins", .serialized, .timeLimit(.minutes(5)))
    @MainActor
    struct ShopTests {
        init() { PassKitStandIn.reset() }

        /// The simulator's customer: every token is empty.
        private func customerPays() {
            PassKitStandIn.customer = { controller in
                _ = await controller.authorize(Fixtures.payment(""))
                controller.finish()
            }
        }

        @Test(
            "each processor and each end has its words",
            arguments: Processor.allCases,
            [
                (#"{"result":"paid","reference":"83"}"#, "{}", "Paid. Reference 83."),
                (#"{"result":"declined"}"#, "{}", "The card was declined. Try another card."),
                ("", #"{"result":"paid","reference":"84"}"#, "Paid. Reference 84."),
                ("", #"{"result":"closed"}"#, "Not paid. Please try again."),
            ])
        func ends(
            processor: Processor, answer: (server: String, order: String, words: String)
        ) async throws {
            customerPays()
            let shop = try Shop(transport: Servers(answer.server, answer.order))
            #expect(await shop.pay(with: processor) == answer.words)
        }

        @Test(
            "an order whose fate nobody knows isn't paid again",
            arguments: ["unknown", "none", "declined"])
        func unknown(result: String) async throws {
            customerPays()
            let shop = try Shop(transport: Servers("", "{\"result\":\"\(result)\"}"))
            #expect(await shop.pay(with: .eProtect).hasSuffix("Please don't pay again."))
        }

        @Test("a closed sheet is not paid")
        func cancelled() async throws {
            let shop = try Shop(transport: Servers("", ""))
            #expect(await shop.pay(with: .cardSecure) == "Not paid.")
        }

        @Test("the UIKit page has Apple's button, pays on its tap, and shows the outcome")
        func uiKit() async throws {
            customerPays()
            let shop = try Shop(transport: Servers(#"{"result":"paid","reference":"83"}"#, ""))
            let page = CheckoutViewController(shop: shop)
            let stack = try #require(page.view.subviews.first as? UIStackView)
            let buttons = stack.arrangedSubviews.compactMap { $0 as? PKPaymentButton }
            #expect(buttons.map(\.paymentButtonType) == [.buy])
            buttons.first?.sendActions(for: .touchUpInside)
            await page.payment?.value
            #expect(page.outcome.text == "Paid. Reference 83.")
        }

        @Test("a device without a card sees a hint in the place of the button")
        func noCard() throws {
            PassKitStandIn.cards = []
            let page = CheckoutViewController(shop: try Shop())
            let stack = try #require(page.view.subviews.first as? UIStackView)
            #expect(!stack.arrangedSubviews.contains { $0 is PKPaymentButton })
        }

        @Test("the SwiftUI pages are made")
        func swiftUI() throws {
            _ = CheckoutView(shop: try Shop()).body
            _ = ShopApp().body
        }
    }
}

/// The sandbox and the shop's server, by path.
private struct Servers: Transport {
    private let replies: [String: String]

    init(_ server: String, _ order: String) {
        replies = [
            "/sandbox/apple-pay/token": Fixtures.json,
            "/eProtect/paypage": #"{"response":"870","paypageRegistrationId":"123"}"#,
            "/cardsecure/api/v1/ccn/tokenize": #"{"errorcode":0,"token":"9411"}"#,
            "/apple-pay": server, "/order": order,
        ]
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard let reply = replies[request.url.path], !reply.isEmpty else { throw .noAnswer }
        return HTTPResponse(status: 200, body: Data(reply.utf8))
    }
}
