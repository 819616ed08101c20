// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are Apple's, and documented there.

import Foundation

@MainActor
open class UIAction: NSObject {
    let handler: @MainActor (UIAction) -> Void

    public init(title: String = "", handler: @escaping @MainActor (UIAction) -> Void) {
        self.handler = handler
    }
}

@MainActor
open class UIControl: UIView {
    public struct Event: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let touchUpInside = Event(rawValue: 1 << 6)
        public static let valueChanged = Event(rawValue: 1 << 12)
        public static let editingChanged = Event(rawValue: 1 << 17)
    }

    public struct State: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let normal: State = []
    }

    open var isEnabled = true
    private var actions: [(UIAction, Event)] = []

    open func addAction(_ action: UIAction, for events: Event) {
        actions.append((action, events))
    }

    open func sendActions(for events: Event) {
        for (action, wanted) in actions where !wanted.isDisjoint(with: events) {
            action.handler(action)
        }
    }
}

@MainActor
open class UIButton: UIControl {
    public enum ButtonType: Int, Sendable {
        case custom, system
    }

    public let titleLabel: UILabel? = UILabel()

    public override init(frame: CGRect = .zero) {
        super.init(frame: frame)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    public convenience init(type: ButtonType) {
        self.init(frame: .zero)
    }

    open func setTitle(_ title: String?, for state: State) { titleLabel?.text = title }
    open func setTitleColor(_ color: UIColor?, for state: State) { titleLabel?.textColor = color }
}

@MainActor
open class UISegmentedControl: UIControl {
    open var selectedSegmentIndex = -1

    public init(items: [Any]?) {
        super.init(frame: .zero)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }
}
