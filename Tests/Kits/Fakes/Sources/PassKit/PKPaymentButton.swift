// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are Apple's, and documented there.

import UIKit

#if canImport(ObjectiveC)
    @objc(PKPaymentButtonType)
#endif
public enum PKPaymentButtonType: Int, Sendable {
    case plain, buy, setUp, inStore, donate, checkout, book, subscribe, reload, addMoney, topUp
    case order, rent, support, contribute, tip, `continue`
}

#if canImport(ObjectiveC)
    @objc(PKPaymentButtonStyle)
#endif
public enum PKPaymentButtonStyle: Int, Sendable {
    case white, whiteOutline, black, automatic
}

@MainActor
open class PKPaymentButton: UIButton {
    open var cornerRadius: CGFloat = 4
    /// What the button was made with. Apple's class hides both.
    public let paymentButtonType: PKPaymentButtonType
    public let paymentButtonStyle: PKPaymentButtonStyle

    public init(
        paymentButtonType type: PKPaymentButtonType, paymentButtonStyle style: PKPaymentButtonStyle
    ) {
        paymentButtonType = type
        paymentButtonStyle = style
        super.init(frame: .zero)
    }

    public required init?(coder: NSCoder) { nil }
}
