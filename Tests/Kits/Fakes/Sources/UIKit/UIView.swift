// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are Apple's, and documented there.

@_exported import Foundation

@MainActor
open class UIResponder: NSObject {
    nonisolated public override init() {}
}

@MainActor
open class UIView: UIResponder {
    open var backgroundColor: UIColor?
    open var isHidden = false
    open var accessibilityIdentifier: String?
    open var translatesAutoresizingMaskIntoConstraints = true
    public private(set) var subviews: [UIView] = []
    public private(set) weak var superview: UIView?
    public let safeAreaLayoutGuide = UILayoutGuide()

    // The default stands for UIKit's `init()`, which Foundation's NSObject has off the main actor here.
    public init(frame: CGRect = .zero) {}
    public required init?(coder: NSCoder) {}

    open func addSubview(_ view: UIView) {
        subviews.append(view)
        view.superview = self
    }

    open func removeFromSuperview() {
        superview?.subviews.removeAll { $0 === self }
        superview = nil
    }
}

open class UIColor: NSObject, @unchecked Sendable {
    public static let systemBackground = UIColor()
    public static let label = UIColor()
    public static let secondaryLabel = UIColor()
    public static let white = UIColor()
    public static let black = UIColor()
}

open class UIFont: NSObject, @unchecked Sendable {
    public struct TextStyle: Hashable, Sendable {
        let name: String
        public static let body = TextStyle(name: "body")
        public static let headline = TextStyle(name: "headline")
        public static let title1 = TextStyle(name: "title1")
    }

    open class func preferredFont(forTextStyle style: TextStyle) -> UIFont { UIFont() }
}

@MainActor
open class UILabel: UIView {
    open var text: String?
    open var font: UIFont?
    open var textColor: UIColor?
    open var numberOfLines = 1
}
