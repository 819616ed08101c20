/// What became of a delivery so far.
package enum DeliveryState: String, Sendable, Hashable, CaseIterable {
    /// It wasn't tried yet.
    case pending
    /// It was tried, and is tried again.
    case retrying
    /// The endpoint took it.
    case delivered
    /// There were as many tries as an event gets.
    case exhausted

    /// The state of a row; nil if there is no such state.
    package init?(stored: String, tries: Int) {
        guard let state = DeliveryState(rawValue: stored) else { return nil }
        self = state == .pending && tries > 0 ? .retrying : state
    }

    /// Its word in the database, where ``retrying`` is a pending one with tries.
    package var stored: String { self == .retrying ? DeliveryState.pending.rawValue : rawValue }

    /// Whether there were tries; nil if that makes no difference.
    package var hasTries: Bool? {
        switch self {
        case .pending: false
        case .retrying: true
        case .delivered, .exhausted: nil
        }
    }
}
