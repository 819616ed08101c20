/// What the tests see and do in the customer's place.
@MainActor
public enum UIKitStandIn {
    /// Everything that was presented since the last reset.
    public static var presented: [UIViewController] = []

    /// Forgets what was presented.
    public static func reset() {
        presented = []
    }

    /// The page that was presented first, or the one that is on top of it now.
    public static var page: UIViewController? {
        let first = presented.first
        return (first as? UINavigationController)?.topViewController ?? first
    }

    /// The messages of the alerts that were shown.
    public static var alerts: [String] {
        presented.compactMap { ($0 as? UIAlertController)?.message }
    }

    /// The views of a kind on the page, from the top.
    public static func views<View: UIView>(_ kind: View.Type) -> [View] {
        page?.view.map { views(kind, in: $0) } ?? []
    }

    private static func views<View: UIView>(_ kind: View.Type, in view: UIView) -> [View] {
        [view as? View].compactMap { $0 } + view.subviews.flatMap { views(kind, in: $0) }
    }

    /// Taps the page's first button with a title. False if there is none.
    public static func tap(_ title: String) -> Bool {
        let button = views(UIButton.self).first { $0.titleLabel?.text == title }
        button?.sendActions(for: .touchUpInside)
        return button != nil
    }
}
