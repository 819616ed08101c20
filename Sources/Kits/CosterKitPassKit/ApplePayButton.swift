#if canImport(PassKit) && canImport(UIKit)
    import PassKit
    import UIKit

    extension PKPaymentButton {
        /// Apple's button, with what happens on a tap.
        ///
        /// - Parameters:
        ///   - type: The button's words.
        ///   - style: The button's colors.
        ///   - action: What happens on a tap, such as `ApplePaySheet.pay`.
        @MainActor
        public static func button(
            _ type: PKPaymentButtonType = .plain, style: PKPaymentButtonStyle = .black,
            action: @escaping @MainActor () -> Void
        ) -> PKPaymentButton {
            let button = PKPaymentButton(paymentButtonType: type, paymentButtonStyle: style)
            button.addAction(UIAction { _ in action() }, for: .touchUpInside)
            return button
        }
    }
#endif
