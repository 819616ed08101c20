import CosterKitPassKit
import PassKit
import SwiftUI
import Testing
import UIKit

extension PassKitTests {
    @Suite("Apple's buttons", .serialized, .timeLimit(.minutes(5)))
    @MainActor
    struct ButtonTests {
        @Test("UIKit: a tap runs the action, once")
        func uiKit() {
            var taps = 0
            let button = PKPaymentButton.button(.buy, style: .whiteOutline) { taps += 1 }
            #expect(button.paymentButtonType == .buy)
            #expect(button.paymentButtonStyle == .whiteOutline)
            button.sendActions(for: .valueChanged)
            #expect(taps == 0)
            button.sendActions(for: .touchUpInside)
            #expect(taps == 1)
        }

        @Test(
            "kiwix-apple PR 1540: SwiftUI's button is PKPaymentButton, and runs its newest action")
        func swiftUI() {
            var taps: [String] = []
            let first = ApplePayButtonView(.checkout) { taps.append("first") }
            let context = UIViewRepresentableContext<ApplePayButtonView>(
                coordinator: first.makeCoordinator())
            let button: PKPaymentButton = first.makeUIView(context: context)
            #expect(button.paymentButtonType == .checkout)
            button.sendActions(for: .touchUpInside)
            let second = ApplePayButtonView(.checkout) { taps.append("second") }
            second.updateUIView(button, context: context)
            button.sendActions(for: .touchUpInside)
            #expect(taps == ["first", "second"])
        }
    }
}
