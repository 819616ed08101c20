import CosterInstaMed
import CosterKit
import CosterKitPassKit
import Foundation
import InstaMedShop
import PassKit
import Testing

extension PassKitTests {
    @Suite("CosterInstaMed", .serialized, .timeLimit(.minutes(5)))
    @MainActor
    struct InstaMedTests {
        init() {
            PassKitStandIn.reset()
            InstaMed.relay = nil
        }

        /// A relay whose server answers by a function.
        private func relay(
            _ answer: @escaping @Sendable (HTTPRequest) throws(TransportError) -> HTTPResponse
        ) throws -> InstaMedRelay {
            InstaMedRelay(
                Relay(
                    server: try #require(URL(string: "https://pay.example.com")),
                    publishableKey: "pk_1", bundleIdentifier: "com.example.app"),
                outlet: InstaMedClient.Outlet(merchantID: "NOVA E4 2"),
                transport: AnsweringTransport(answer: answer))
        }

        @Test("the request is for US dollars, three networks and 3-D Secure, without items")
        func request() throws {
            let request = try #require(
                InstaMed.paymentRequest(withMerchantIdentifier: "merchant.a"))
            #expect(request.merchantIdentifier == "merchant.a")
            #expect(request.supportedNetworks == [.amex, .masterCard, .visa])
            #expect(request.merchantCapabilities == .threeDSecure)
            #expect(request.countryCode == "US" && request.currencyCode == "USD")
            #expect(request.paymentSummaryItems.isEmpty)
        }

        @Test(
            "a request can be submitted with a merchant identifier and a total of zero or more",
            arguments: [
                ("merchant.a", ["1.00"], true), ("merchant.a", ["-1", "0"], true),
                ("merchant.a", ["1", "-0.01"], false), ("merchant.a", ["NaN"], false),
                ("merchant.a", [], false), ("", ["1.00"], false), (nil, ["1.00"], false),
            ] as [(String?, [String], Bool)])
        func canSubmit(merchant: String?, amounts: [String], expected: Bool) throws {
            let request = try #require(InstaMed.paymentRequest(withMerchantIdentifier: merchant))
            request.paymentSummaryItems = amounts.map {
                PKPaymentSummaryItem(label: "item", amount: NSDecimalNumber(string: $0))
            }
            #expect(InstaMed.canSubmitPaymentRequest(request) == expected)
        }

        @Test("without a request, or a card of its networks, nothing can be submitted")
        func cannotSubmit() throws {
            #expect(!InstaMed.canSubmitPaymentRequest(nil))
            PassKitStandIn.cards = [.discover]
            let sample = InstaMedSample()
            sample.doApplePay()
            #expect(sample.showsCardForm && sample.presentedViewController == nil)
        }

        @Test(
            "the sample: each end of the payment reaches the sheet of iOS 8",
            arguments: [
                (.reply("applePayTokenID=aWQ="), .success, .success, nil),
                (.reply("applePayTokenID=aWQ="), .failure, .failure, nil),
                (.reply("errorCode=400&errorMessage=x"), .success, .failure, .refused),
                (.fails(.notSent), .success, .failure, .notSent),
                (.fails(.noAnswer), .success, .failure, .noAnswer),
            ]
                as [(
                    RelayAnswer, PKPaymentAuthorizationStatus, PKPaymentAuthorizationStatus,
                    InstaMedErrorCode?
                )])
        func sample(
            answer: RelayAnswer, server: PKPaymentAuthorizationStatus,
            status: PKPaymentAuthorizationStatus, code: InstaMedErrorCode?
        ) async throws {
            InstaMed.relay = try relay(answer.response)
            let sample = InstaMedSample()
            sample.server = { _ in server }
            sample.doApplePay()
            let sheet = try #require(
                sample.presentedViewController as? PKPaymentAuthorizationViewController)
            #expect(await sheet.authorize(Fixtures.payment()) == status)
            #expect(sample.savedTokenID == (code == nil ? "aWQ=" : nil))
            #expect(sample.error?.code == code?.rawValue)
            if status == .failure { sample.paymentAuthorizationViewControllerDidFinish(sheet) }
            #expect(sample.presentedViewController == nil)
        }

        @Test("the sample: a simulator's token and a missing relay are errors with their own codes")
        func sampleNotSent() async throws {
            let sample = InstaMedSample()
            sample.doApplePay()
            let sheet = try #require(
                sample.presentedViewController as? PKPaymentAuthorizationViewController)
            #expect(await sheet.authorize(Fixtures.payment("")) == .failure)
            #expect(sample.error?.code == InstaMedErrorCode.relayMissing.rawValue)
            InstaMed.relay = try relay { _ in HTTPResponse(status: 500, body: Data()) }
            #expect(await sheet.authorize(Fixtures.payment("")) == .failure)
            let error = try #require(sample.error)
            #expect(error.code == InstaMedErrorCode.simulatorToken.rawValue)
            // The text that Objective-C's InstaMedErrorCodeDomain has.
            #expect(error.domain == String(reflecting: InstaMedErrorCode.self))
            #expect(error.localizedDescription == TokenError.simulatorToken.description)
        }
    }
}
