#if canImport(PassKit) && canImport(UIKit) && canImport(SwiftUI)
    import PassKit
    import SwiftUI
    import UIKit

    /// Apple's button for SwiftUI.
    ///
    /// Made from `PKPaymentButton`, not from `PayWithApplePayButton`: that one needs iOS 16, and its missing symbol
    /// stopped apps at launch on some systems (kiwix-apple PR 1540).
    public struct ApplePayButtonView: UIViewRepresentable {
        private let type: PKPaymentButtonType
        private let style: PKPaymentButtonStyle
        private let action: @MainActor () -> Void

        /// Makes a button.
        public init(
            _ type: PKPaymentButtonType = .plain, style: PKPaymentButtonStyle = .automatic,
            action: @escaping @MainActor () -> Void
        ) {
            self.type = type
            self.style = style
            self.action = action
        }

        /// Makes what receives the taps.
        public func makeCoordinator() -> Coordinator { Coordinator(action) }

        /// Makes the button.
        public func makeUIView(context: Context) -> PKPaymentButton {
            let coordinator = context.coordinator
            return PKPaymentButton.button(type, style: style) { coordinator.action() }
        }

        /// Takes the newest action, so that a tap sees the view's newest state.
        public func updateUIView(_ button: PKPaymentButton, context: Context) {
            context.coordinator.action = action
        }

        /// The receiver of the taps.
        @MainActor
        public final class Coordinator {
            var action: @MainActor () -> Void

            init(_ action: @escaping @MainActor () -> Void) {
                self.action = action
            }
        }
    }
#endif
