// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals
// The names are Apple's, and documented there.

import Foundation

@MainActor
open class UIScrollView: UIView {
    public let contentLayoutGuide = UILayoutGuide()
    public let frameLayoutGuide = UILayoutGuide()
}

@MainActor
open class UISwitch: UIControl {
    open var isOn = false
    open var onTintColor: UIColor?
    open var tintColor: UIColor!
    open var thumbTintColor: UIColor?
}

@MainActor
open class UIActivityIndicatorView: UIView {
    #if canImport(ObjectiveC)
        @objc(UIActivityIndicatorViewStyle)
    #endif
    public enum Style: Int, Sendable {
        case whiteLarge = 0
        case white, gray
        case medium = 100
        case large
    }

    open var style: Style
    open var hidesWhenStopped = true
    public private(set) var isAnimating = false

    public init(style: Style) {
        self.style = style
        super.init(frame: .zero)
    }

    public required init?(coder: NSCoder) { nil }

    open func startAnimating() { isAnimating = true }
    open func stopAnimating() { isAnimating = false }
}

extension NSAttributedString.Key {
    public static let font = NSAttributedString.Key("NSFont")
    public static let foregroundColor = NSAttributedString.Key("NSColor")
}
