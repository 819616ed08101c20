import CCCShop
import CosterCardConnectConsumer
import CosterCardPages
import CosterKit
import Foundation
import PassKit
import Testing
import UIKit

extension PassKitTests {
    /// The shop's app is in Swift 5 mode, as in the vendor's time.
    @Suite("CardConnect's integrated flow", .serialized, .timeLimit(.minutes(5)))
    @MainActor
    struct IntegratedFlowTests {
        private let shop = CheckoutViewController()
        private let lines = LoggedLines()

        init() {
            PassKitStandIn.reset()
            UIKitStandIn.reset()
            PassKitStandIn.customer = CardPageFixtures.authorizing()
            CCCAPI.instance().endpoint = nil
            lines.listen(to: CCCAPI.instance())
            shop.loadViewIfNeeded()
        }

        private var button: PKPaymentButton? { UIKitStandIn.views(PKPaymentButton.self).first }

        /// Opens the pages, taps Apple Pay's button, and waits for the outcome.
        private func pay(deadline: PaymentDeadline = .standard) async throws -> PaymentOutcome {
            shop.payTapped()
            let controller = try #require(shop.paymentController)
            controller.deadline = deadline
            let button = try #require(button)
            return try await CardPageFixtures.waiting { done in
                controller.events.outcome = done
                button.sendActions(for: .touchUpInside)
            }
        }

        private func serve(_ replies: String...) throws -> LoopbackServer {
            let server = try LoopbackServer(replies: replies)
            CCCAPI.instance().endpoint = CardPageFixtures.endpoint(server)
            return server
        }

        @Test("paid: token, bridge, tick, delegate; the pages close")
        func paid() async throws {
            let server = try serve(CardPageFixtures.tokenReply)
            #expect(try await pay() == .paid(reference: "order 1"))
            #expect(shop.results == ["paid"])
            #expect(shop.bridge.tokens == [CardPageFixtures.token])
            let sheet = try #require(PassKitStandIn.controllers.first)
            #expect(sheet.results.map(\.status) == [.success])
            #expect(sheet.request.paymentSummaryItems.map(\.amount) == [120])
            #expect(sheet.request.applicationData == Data("order 1".utf8))
            #expect(shop.presentedViewController == nil && UIKitStandIn.alerts.isEmpty)
            let request = try #require(server.requests().first)
            #expect(request.hasPrefix("POST /cardsecure/api/v1/ccn/tokenize HTTP/1.1\r\n"))
            #expect(lines.all.isEmpty)
        }

        @Test("declined: cross, delegate with false, no alert")
        func declined() async throws {
            _ = try serve(CardPageFixtures.tokenReply)
            shop.bridge.answer = (false, nil)
            guard case .declined = try await pay() else {
                Issue.record("not declined")
                return
            }
            #expect(shop.results == ["declined"] && UIKitStandIn.alerts.isEmpty)
            #expect(PassKitStandIn.controllers.first?.results.map(\.status) == [.failure])
        }

        @Test(
            "an error of the bridge is shown, leaves the payment open, and the delegate hears nothing"
        )
        func bridgeError() async throws {
            _ = try serve(CardPageFixtures.tokenReply)
            let told = "The shop's server is busy."
            let error = NSError(
                domain: "shop", code: 1, userInfo: [NSLocalizedDescriptionKey: told])
            shop.bridge.answer = (false, error)
            #expect(try await pay() == .unknown)
            #expect(shop.results.isEmpty && UIKitStandIn.alerts == [told])
        }

        @Test("a yes of the bridge is a payment even beside an error")
        func paidWithError() async throws {
            _ = try serve(CardPageFixtures.tokenReply)
            shop.bridge.answer = (true, CocoaError(.coderInvalidValue))
            #expect(try await pay() == .paid(reference: "order 1"))
            #expect(shop.results == ["paid"])
        }

        @Test(
            "a bridge may answer on any queue; its second answer is ignored",
            arguments: [(true, 1), (true, 2), (false, 2)])
        func queues(isElsewhere: Bool, count: Int) async throws {
            _ = try serve(CardPageFixtures.tokenReply)
            shop.bridge.calls = (isElsewhere ? .global() : nil, count)
            #expect(try await pay() == .paid(reference: "order 1"))
            #expect(shop.results == ["paid"])
        }

        @Test("a bridge that drops its block leaves the payment open at once")
        func droppedBlock() async throws {
            _ = try serve(CardPageFixtures.tokenReply)
            shop.bridge.answer = nil
            #expect(try await pay() == .unknown)
            #expect(shop.results.isEmpty && UIKitStandIn.alerts.count == 1)
        }

        @Test("time-out while the bridge works: unknown, an alert, and the delegate hears nothing")
        func timeout() async throws {
            _ = try serve(CardPageFixtures.tokenReply)
            let slow = SlowBridge()
            let controller = try #require(
                CCCPaymentController(rootView: shop, apiBridge: slow, delegate: shop))
            controller.paymentRequest = shop.request
            controller.deadline = PaymentDeadline { await slow.wasAsked() }
            controller.presentPaymentView()
            let button = try #require(button)
            let outcome: PaymentOutcome = try await CardPageFixtures.waiting { done in
                controller.events.outcome = done
                button.sendActions(for: .touchUpInside)
            }
            #expect(outcome == .unknown)
            #expect(shop.results.isEmpty && UIKitStandIn.alerts.count == 1)
            #expect(PassKitStandIn.controllers.first?.results.map(\.status) == [.failure])
        }

        @Test("no network: failed, an alert, no authorization")
        func noNetwork() async throws {
            CCCAPI.instance().endpoint = try CardPageFixtures.closedEndpoint()
            #expect(try await pay() == .failed(.client(.notSent)))
            #expect(UIKitStandIn.alerts == [ClientError.notSent.description])
            #expect(shop.results.isEmpty && shop.bridge.tokens.isEmpty)
        }

        @Test("a simulator's empty token says so, if the endpoint mints none")
        func simulator() async throws {
            _ = try serve(CardPageFixtures.notFound)
            PassKitStandIn.customer = CardPageFixtures.authorizing("")
            #expect(try await pay() == .failed(.token(.simulatorToken)))
            #expect(UIKitStandIn.alerts == [TokenError.simulatorToken.description])
        }

        @Test("a sandbox's endpoint mints a token for the simulator, in a debug build")
        func minted() async throws {
            let minted = CardPageFixtures.reply("{\"paymentData\":\(Fixtures.json)}")
            let server = try serve(minted, CardPageFixtures.tokenReply)
            PassKitStandIn.customer = CardPageFixtures.authorizing("")
            #expect(try await pay() == .paid(reference: "order 1"))
            #expect(server.requests().count == 2)
            #expect(
                lines.all == [
                    "CCCSDK: The simulator's empty token was replaced by a sandbox token."
                ])
        }

        @Test("a token that CardSecure refuses: failed, an alert, no authorization")
        func refusedToken() async throws {
            _ = try serve(CardPageFixtures.refusal)
            #expect(try await pay() == .failed(.client(.refused(ReplyCode("24")))))
            #expect(shop.results.isEmpty && UIKitStandIn.alerts.count == 1)
        }

        @Test("cancelled: the page stays, nothing is called, and the next try pays")
        func cancelled() async throws {
            _ = try serve(CardPageFixtures.tokenReply)
            PassKitStandIn.customer = { $0.finish() }
            #expect(try await pay() == .cancelled)
            #expect(shop.results.isEmpty && shop.presentedViewController != nil)
            PassKitStandIn.customer = CardPageFixtures.authorizing()
            let button = try #require(button)
            let again: PaymentOutcome = try await CardPageFixtures.waiting { done in
                shop.paymentController?.events.outcome = done
                button.sendActions(for: .touchUpInside)
            }
            #expect(again == .paid(reference: "order 1") && shop.results == ["paid"])
        }

        @Test("without an endpoint the button shows what to set")
        func noEndpoint() throws {
            shop.payTapped()
            let button = try #require(button)
            button.sendActions(for: .touchUpInside)
            #expect(UIKitStandIn.alerts == [CardAPIError.noEndpoint.message])
            #expect(PassKitStandIn.controllers.isEmpty)
        }

        @Test("the theme's texts and Apple's button are on the page")
        func theme() throws {
            shop.payTapped()
            #expect(UIKitStandIn.views(UILabel.self).contains { $0.text == "Pay now" })
            #expect(button?.paymentButtonType == .buy && button?.paymentButtonStyle == .black)
        }
    }
}

/// A bridge whose server never answers: it keeps the block.
@MainActor
private final class SlowBridge: NSObject, CCCAPIBridgeProtocol {
    private var kept: Any?
    private let asked = AsyncStream<Void>.makeStream()

    /// Returns once the authorization was asked for.
    nonisolated func wasAsked() async {
        for await _ in asked.stream { return }
    }

    func ccc_getAccounts(_ completion: (([CCCAccount]?, (any Error)?) -> Void)!) {
        completion([], nil)
    }
    func ccc_saveAccount(
        toCustomer account: CCCAccount!, completion: ((CCCAccount?, (any Error)?) -> Void)!
    ) {}
    func ccc_deleteCustomerAccount(
        _ accountID: String!, completion: ((Bool, (any Error)?) -> Void)!
    ) {}
    func ccc_update(
        _ account: CCCAccount!, completion: ((CCCAccount?, (any Error)?) -> Void)!
    ) {}
    func ccc_authApplePayTransaction(
        withToken token: String!, completion: ((Bool, (any Error)?) -> Void)!
    ) {
        kept = completion
        asked.continuation.yield()
    }
}
