// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals
// The names are Apple's, and documented there.

import Foundation

#if canImport(ObjectiveC)
    @objc(UIBarStyle)
#endif
public enum UIBarStyle: Int, Sendable {
    case `default`, black, blackTranslucent
}

@MainActor
open class UINavigationBar: UIView {
    open var barStyle = UIBarStyle.default
    open var barTintColor: UIColor?
    open var tintColor: UIColor!
    open var isTranslucent = true
    open var titleTextAttributes: [NSAttributedString.Key: Any]?
}

@MainActor
open class UIBarButtonItem: NSObject {
    public enum SystemItem: Int, Sendable {
        case done, cancel, edit, save, add
    }

    open var primaryAction: UIAction?

    public init(systemItem: SystemItem, primaryAction: UIAction? = nil) {
        self.primaryAction = primaryAction
    }
}

@MainActor
open class UINavigationItem: NSObject {
    nonisolated public override init() {}
    open var leftBarButtonItem: UIBarButtonItem?
    open var rightBarButtonItem: UIBarButtonItem?
}

@MainActor
open class UINavigationController: UIViewController {
    public let navigationBar = UINavigationBar()
    public private(set) var viewControllers: [UIViewController] = []

    public init(rootViewController: UIViewController) {
        super.init(nibName: nil, bundle: nil)
        pushViewController(rootViewController, animated: false)
    }

    public required init?(coder: NSCoder) { nil }

    open var topViewController: UIViewController? { viewControllers.last }

    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        viewControllers.append(viewController)
        viewController.navigationController = self
        viewController.loadViewIfNeeded()
        UIKitStandIn.changed()
    }

    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? {
        defer { UIKitStandIn.changed() }
        return viewControllers.count > 1 ? viewControllers.removeLast() : nil
    }

    @discardableResult
    open func popToViewController(
        _ viewController: UIViewController, animated: Bool
    ) -> [UIViewController]? {
        guard let index = viewControllers.firstIndex(where: { $0 === viewController }) else {
            return nil
        }
        defer { viewControllers = Array(viewControllers[...index]) }
        return Array(viewControllers[(index + 1)...])
    }
}

@MainActor
open class UIAlertAction: NSObject {
    public enum Style: Int, Sendable {
        case `default`, cancel, destructive
    }

    public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {}
}

@MainActor
open class UIAlertController: UIViewController {
    public enum Style: Int, Sendable {
        case actionSheet, alert
    }

    open var message: String?
    public private(set) var actions: [UIAlertAction] = []

    public init(title: String?, message: String?, preferredStyle: Style) {
        self.message = message
        super.init(nibName: nil, bundle: nil)
        self.title = title
    }

    public required init?(coder: NSCoder) { nil }

    open func addAction(_ action: UIAlertAction) {
        actions.append(action)
    }
}
