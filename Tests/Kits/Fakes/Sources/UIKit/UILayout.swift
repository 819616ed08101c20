// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are Apple's, and documented there.

import Foundation

@MainActor
open class NSLayoutConstraint: NSObject {
    nonisolated public override init() {}
    open var isActive = false
    open class func activate(_ constraints: [NSLayoutConstraint]) {}
}

/// Anchors of one axis fit each other and no other: mixing them is a compile error, as in UIKit.
@MainActor
open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
    nonisolated public override init() {}

    open func constraint(
        equalTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat
    ) -> NSLayoutConstraint { NSLayoutConstraint() }

    open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
        NSLayoutConstraint()
    }
}

public final class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}
public final class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}
public final class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
    public func constraint(equalToConstant constant: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint()
    }
}

@MainActor
open class UILayoutGuide: NSObject {
    nonisolated public override init() {}
    public var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
    public var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
    public var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
    public var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
}

extension UIView {
    public var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
    public var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
    public var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
    public var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
    public var heightAnchor: NSLayoutDimension { NSLayoutDimension() }
    public var widthAnchor: NSLayoutDimension { NSLayoutDimension() }
}

@MainActor
open class UIStackView: UIView {
    public private(set) var arrangedSubviews: [UIView] = []
    open var axis = NSLayoutConstraint.Axis.horizontal
    open var spacing: CGFloat = 0

    public convenience init(arrangedSubviews: [UIView]) {
        self.init(frame: .zero)
        for view in arrangedSubviews { addArrangedSubview(view) }
    }

    open func addArrangedSubview(_ view: UIView) {
        arrangedSubviews.append(view)
        addSubview(view)
        UIKitStandIn.changed()
    }
}

extension NSLayoutConstraint {
    public enum Axis: Int, Sendable {
        case horizontal, vertical
    }
}
