import CCCShop
import CosterBolt
import CosterCardConnectConsumer
import CosterCardPages
import CosterKit
import Foundation
import PassKit
import Testing
import UIKit

extension PassKitTests {
    @Suite("Why Apple Pay's button is missing", .serialized, .timeLimit(.minutes(5)))
    @MainActor
    struct MissingButtonTests {
        /// A way to spoil a request or the device, and the line that the vendor logs.
        struct Row: Sendable, CustomTestStringConvertible {
            let line: String
            let spoil: @MainActor @Sendable (CardPaymentRequest) -> Void
            var testDescription: String { line }
        }

        nonisolated static let rows = [
            Row(line: "CCCSDK: applePayMerchantID not set.") { $0.applePayMerchantID = nil },
            Row(line: "CCCSDK: applePayMerchantID not set.") { $0.applePayMerchantID = "" },
            Row(line: "CCCSDK: total not set or <= $0.") { $0.total = nil },
            Row(line: "CCCSDK: total not set or <= $0.") { $0.total = 0 },
            Row(line: "CCCSDK: total not set or <= $0.") { $0.total = -1 },
            Row(line: "CCCSDK: total not set or <= $0.") {
                $0.paymentSummaryItems = [PKPaymentSummaryItem(label: "Shop", amount: 0)]
            },
            Row(line: "CCCSDK: Device doesn\u{2019}t support payments.") { _ in
                PassKitStandIn.canMakePayments = false
            },
            Row(line: "CCCSDK: Device doesn\u{2019}t support payments.") { _ in
                PassKitStandIn.cards = [.discover]
            },
            Row(line: "CCCSDK: An amount isn't valid. Use at most 2 decimals, for example 14.99.") {
                $0.total = NSDecimalNumber(string: "14.999")
            },
        ]

        private let shop = CheckoutViewController()
        private let lines = LoggedLines()

        init() {
            PassKitStandIn.reset()
            UIKitStandIn.reset()
            lines.listen(to: CCCAPI.instance())
            shop.loadViewIfNeeded()
        }

        @Test("the vendor's line is logged when the list opens, with logging on", arguments: rows)
        func line(row: Row) {
            row.spoil(shop.request)
            shop.payTapped()
            #expect(lines.all == [row.line])
            #expect(UIKitStandIn.page != nil)
            #expect(UIKitStandIn.views(PKPaymentButton.self).isEmpty)
        }

        @Test("nothing is logged with logging off, and nothing without a request")
        func silent() {
            CCCAPI.instance().enableLogging = false
            shop.request.total = nil
            shop.payTapped()
            CCCAPI.instance().enableLogging = true
            #expect(lines.all.isEmpty)
            let controller = CCCPaymentController(
                rootView: UIViewController(), apiBridge: shop.bridge, delegate: shop)
            controller?.presentPaymentView()
            #expect(lines.all.isEmpty)
        }

        @Test("BMS needs companyName or paymentSummaryItems; CCC shows the app's name")
        func payee() throws {
            let request = CardPaymentRequest()
            request.applePayMerchantID = "merchant.com.example"
            request.total = 5
            #expect(throws: MissingPart.self) { try request.checkout(payee: nil).get() }
            #expect(try request.checkout(payee: "App").get().total.label == "App")
            request.companyName = "Shop"
            #expect(try request.checkout(payee: "App").get().total.label == "Shop")
        }

        @Test("summary items replace total and company; anything else in the list is passed over")
        func items() throws {
            let request = CardPaymentRequest()
            request.applePayMerchantID = "merchant.com.example"
            request.total = 5
            request.companyName = "Shop"
            request.paymentSummaryItems = [
                PKPaymentSummaryItem(label: "Shirt", amount: 3),
                PKPaymentSummaryItem(label: "Other", amount: 4),
            ]
            let listed = try request.checkout(payee: nil).get()
            #expect(listed.lines.map(\.label) == ["Shirt", "Other"])
            #expect(listed.total.amount.minorUnits == 400)
            for list in [["Shirt"], [], [PKPaymentSummaryItem(label: "A", amount: 1), 2]] as [[Any]]
            {
                request.paymentSummaryItems = list
                let fallback = try request.checkout(payee: nil).get()
                #expect(fallback.lines.map(\.label) == ["Shop"])
            }
        }
    }
}
