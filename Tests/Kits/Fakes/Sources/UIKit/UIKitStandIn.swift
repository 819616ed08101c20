/// What the tests see and do in the customer's place.
@MainActor
public enum UIKitStandIn {
    /// Everything that was presented since the last reset.
    public static var presented: [UIViewController] = []

    private static var waiting: [(isMet: @MainActor () -> Bool, end: () -> Void)] = []

    /// Forgets what was presented.
    public static func reset() {
        presented = []
    }

    /// Waits until the pages have changed so that a condition is met.
    public static func until(_ isMet: @escaping @MainActor () -> Bool) async {
        guard !isMet() else { return }
        await withCheckedContinuation { continuation in
            waiting.append((isMet, { continuation.resume() }))
        }
    }

    /// Something was presented, dismissed or added.
    static func changed() {
        let met = waiting.filter { $0.isMet() }
        waiting.removeAll { $0.isMet() }
        for wait in met { wait.end() }
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

    /// The page's buttons with a title.
    public static func buttons(_ title: String) -> [UIButton] {
        views(UIButton.self).filter { $0.titleLabel?.text == title }
    }

    /// Taps the page's first button with a title. False if there is none.
    public static func tap(_ title: String) -> Bool {
        let button = buttons(title).first
        button?.sendActions(for: .touchUpInside)
        return button != nil
    }
}
