// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals
// The names are Apple's, and documented there.

import Foundation

@MainActor
open class UIViewController: UIResponder {
    public private(set) var isViewLoaded = false
    open var title: String?
    private lazy var loaded = UIView(frame: .zero)

    public init(nibName: String? = nil, bundle: Bundle? = nil) {}
    public required init?(coder: NSCoder) {}

    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return loaded
        }
        set { loaded = newValue }
    }

    open func loadViewIfNeeded() {
        guard !isViewLoaded else { return }
        isViewLoaded = true
        viewDidLoad()
    }

    open func viewDidLoad() {}

    public let navigationItem = UINavigationItem()
    public internal(set) weak var navigationController: UINavigationController?
    public private(set) var presentedViewController: UIViewController?
    public private(set) weak var presentingViewController: UIViewController?

    open func present(
        _ viewControllerToPresent: UIViewController, animated: Bool,
        completion: (@MainActor () -> Void)? = nil
    ) {
        guard presentedViewController == nil else { return }
        presentedViewController = viewControllerToPresent
        viewControllerToPresent.presentingViewController = self
        viewControllerToPresent.loadViewIfNeeded()
        UIKitStandIn.presented.append(viewControllerToPresent)
        UIKitStandIn.changed()
        completion?()
    }

    open func dismiss(animated: Bool, completion: (@MainActor () -> Void)? = nil) {
        if presentedViewController == nil, let presentingViewController {
            return presentingViewController.dismiss(animated: animated, completion: completion)
        }
        presentedViewController = nil
        UIKitStandIn.changed()
        completion?()
    }
}
