/// Where Swift's names of Apple's declarations don't follow from the Objective-C ones by rule.
enum SwiftNames {
    /// Nested types whose Objective-C name isn't the outer one before the inner one.
    static let types = [
        "NSLayoutConstraint.Axis": "UILayoutConstraintAxis",
        "UIBarButtonItem.SystemItem": "UIBarButtonSystemItem",
        "UIButton.ButtonType": "UIButtonType", "UIControl.Event": "UIControlEvents",
    ]

    /// Members that Apple's headers, or its Swift library for UIKit, rename.
    static let members = [
        "CNPostalAddress.isoCountryCode": "-ISOCountryCode",
        "CNMutablePostalAddress.isoCountryCode": "-ISOCountryCode",
        "PKMerchantCapability.threeDSecure": "PKMerchantCapability3DS",
        "UIAction.init(title:handler:)": "+actionWithTitle:image:identifier:handler:",
        "UIActivityIndicatorView.init(style:)": "-initWithActivityIndicatorStyle:",
        "UIActivityIndicatorView.style": "-activityIndicatorViewStyle",
        "UIBarButtonItem.init(systemItem:primaryAction:)":
            "-initWithBarButtonSystemItem:primaryAction:",
    ]

    /// Members of protocols that Apple's classes conform to: NSCoding, UIAccessibilityIdentification, UIKeyInput and
    /// UITextInputTraits.
    static let adopted: Set<String> = [
        "init(coder:)", "accessibilityIdentifier", "deleteBackward()", "keyboardType",
    ]

    /// Words that name a parameter's type, and that Swift leaves out before or after the parameter's label.
    static let needless = [
        "ViewController", "Constraints", "ControlEvents", "Anchor", "Color", "Range",
        "State",
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
        "PKPaymentAuthorizationViewController.request",
        "PKPaymentAuthorizationViewController.authorize(_:)", "UITextField.type(_:)",
    ]
}
