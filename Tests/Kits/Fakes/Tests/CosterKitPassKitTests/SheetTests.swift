import CosterKit
import CosterKitPassKit
import Foundation
import PassKit
import Testing

extension PassKitTests {
    @Suite("Apple Pay's sheet", .serialized, .timeLimit(.minutes(5)))
    @MainActor
    struct SheetTests {
        init() { PassKitStandIn.reset() }

        @Test(
            "one call, one outcome, one answer, one dismissal",
            arguments: [
                (.paid(reference: "1"), .paid(reference: "1"), .success),
                (
                    .declined(Decline(ReplyCode("05"))), .declined(Decline(ReplyCode("05"))),
                    .failure
                ),
                (.unknown, .unknown, .failure),
                (.failed(.notSent), .failed(.client(.notSent)), .failure),
            ] as [(ServerAnswer, PaymentOutcome, PKPaymentAuthorizationStatus)])
        func ends(
            server: ServerAnswer, outcome: PaymentOutcome, status: PKPaymentAuthorizationStatus
        ) async throws {
            PassKitStandIn.customer = { sheet in
                _ = await sheet.authorize(Fixtures.payment())
                sheet.finish()
            }
            let sheet = ApplePaySheet()
            let checkout = try Fixtures.checkout()
            #expect(await sheet.pay(checkout, Fixtures.steps { server }) == outcome)
            let controller = try #require(PassKitStandIn.controllers.first)
            #expect(controller.results.map(\.status) == [status])
            #expect(controller.dismissals == 1)
        }

        @Test("adyen-ios 2207: a closed sheet is cancelled, and the next payment works")
        func cancelledThenPaid() async throws {
            let sheet = ApplePaySheet()
            let checkout = try Fixtures.checkout()
            let steps = Fixtures.steps { .paid(reference: "2") }
            #expect(await sheet.pay(checkout, steps) == .cancelled)
            PassKitStandIn.customer = { _ = await $0.authorize(Fixtures.payment()) }
            #expect(await sheet.pay(checkout, steps) == .paid(reference: "2"))
        }

        @Test("stripe-ios PR 1888: a sheet that can't be shown is an outcome")
        func notPresented() async throws {
            PassKitStandIn.presents = false
            let steps = Fixtures.steps { .unknown }
            let outcome = await ApplePaySheet().pay(try Fixtures.checkout(), steps)
            #expect(outcome == .failed(.notPresented))
        }

        @Test("checkout-sheet-kit-swift 514: a second payment meanwhile is busy")
        func busy() async throws {
            let sheet = ApplePaySheet()
            let checkout = try Fixtures.checkout()
            let steps = Fixtures.steps { .paid(reference: "1") }
            PassKitStandIn.customer = { controller in
                #expect(await sheet.pay(checkout, steps) == .failed(.busy))
                _ = await controller.authorize(Fixtures.payment())
            }
            #expect(await sheet.pay(checkout, steps) == .paid(reference: "1"))
            #expect(PassKitStandIn.controllers.count == 1)
        }

        @Test(
            "adyen-ios 1888, stripe-ios 502: the sheet lives until its outcome, held by nobody else"
        )
        func livesOn() async throws {
            PassKitStandIn.customer = { _ = await $0.authorize(Fixtures.payment()) }
            let checkout = try Fixtures.checkout()
            let steps = Fixtures.steps { .paid(reference: "3") }
            let payment = Task { await ApplePaySheet().pay(checkout, steps) }
            #expect(await payment.value == .paid(reference: "3"))
        }

        @Test("stripe-ios 6013: a Swift 6 app pays from any task, and takes the outcome back")
        func anyTask() async throws {
            PassKitStandIn.customer = { _ = await $0.authorize(Fixtures.payment()) }
            let (sheet, checkout) = (ApplePaySheet(), try Fixtures.checkout())
            let steps = Fixtures.steps { .paid(reference: "4") }
            let payment = Task.detached { await sheet.pay(checkout, steps) }
            #expect(await payment.value == .paid(reference: "4"))
        }

        @Test("PassKit's 30 seconds while the server works: the outcome is unknown")
        func passKitTimesOut() async throws {
            PassKitStandIn.customer = { sheet in
                _ = await sheet.authorize(Fixtures.payment())
            }
            let steps = Fixtures.steps {
                await MainActor.run { PassKitStandIn.controllers.first?.finish() }
                return .paid(reference: "too late")
            }
            #expect(await ApplePaySheet().pay(try Fixtures.checkout(), steps) == .unknown)
        }

        @Test("a second authorization after a decline is refused, and pays nothing")
        func secondAuthorization() async throws {
            PassKitStandIn.customer = { sheet in
                _ = await sheet.authorize(Fixtures.payment())
                _ = await sheet.authorize(Fixtures.payment())
                sheet.finish()
            }
            let steps = Fixtures.steps { .declined(Decline(ReplyCode("05"))) }
            let outcome = await ApplePaySheet().pay(try Fixtures.checkout(), steps)
            #expect(outcome == .declined(Decline(ReplyCode("05"))))
            #expect(
                PassKitStandIn.controllers.first?.results.map(\.status) == [.failure, .failure])
        }

        @Test("a device without a card of the merchant's networks can't pay")
        func canPay() throws {
            let merchant = try Merchant("merchant.com.example", networks: [.amex])
            #expect(!ApplePaySheet.canPay(merchant))
            PassKitStandIn.cards = [.amex]
            #expect(ApplePaySheet.canPay(merchant))
        }
    }
}
