/// Where Swift's names of Apple's declarations don't follow from the Objective-C ones by rule.
enum SwiftNames {
    /// Types that Apple's headers rename for Swift.
    static let types = [
        "NSLayoutConstraint.Axis": "UILayoutConstraintAxis", "UIControl.Event": "UIControlEvents",
        "UIFont.TextStyle": "UIFontTextStyle",
    ]

    /// Members that Apple's headers, or its Swift library for UIKit, rename.
    static let members = [
        "CNPostalAddress.isoCountryCode": "-ISOCountryCode",
        "CNMutablePostalAddress.isoCountryCode": "-ISOCountryCode",
        "PKMerchantCapability.threeDSecure": "PKMerchantCapability3DS",
        "UIAction.init(title:handler:)": "+actionWithTitle:image:identifier:handler:",
    ]

    /// Members of protocols that Apple's classes conform to: NSCoding and UIAccessibilityIdentification.
    static let adopted: Set<String> = ["init(coder:)", "accessibilityIdentifier"]

    /// Words that name a parameter's type, and that Swift leaves out before or after the parameter's label.
    static let needless = [
        "ViewController", "Constraints", "ControlEvents", "Anchor", "Color",
    ]

    /// What the stand-ins have besides, for the tests that play the customer. Names with `standIn` need no line.
    static let own: Set<String> = [
        "PKPaymentAuthorizationController.request", "PKPaymentAuthorizationController.results",
        "PKPaymentAuthorizationController.isFinished",
        "PKPaymentAuthorizationController.dismissals",
        "PKPaymentAuthorizationController.authorize(_:)",
        "PKPaymentAuthorizationController.requestMerchantSession()",
        "PKPaymentAuthorizationController.finish()", "PKPaymentMerchantSession.dictionary",
        "PKPaymentButton.paymentButtonType", "PKPaymentButton.paymentButtonStyle",
    ]
}
