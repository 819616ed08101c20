/// A promise that was not kept.
struct Breach: Sendable, Hashable, CustomStringConvertible {
    /// Which promise.
    enum Kind: String, Sendable, Hashable, CaseIterable {
        /// What was acknowledged is gone.
        case lost
        /// One request, or one token, was booked twice.
        case doubled
        /// What was declined, undone or never asked for stands.
        case standing
        /// What there was room for was refused.
        case refusedWrongly
        /// Two answers to one request say different things.
        case contradicted
        /// The acquirer holds or took what our books do not know.
        case unknownToUs
        /// Our books and the acquirer's tell different stories.
        case disagreement
        /// 0 <= refunded <= captured <= authorized - released does not hold.
        case equation
        /// An outcome was still open when it had to be known.
        case unresolved
        /// An event was lost, made up, changed or signed wrongly.
        case event
        /// The database breaks a rule of the audit.
        case audit
    }

    let kind: Kind
    /// Which payment: our identifier, or what the client or the acquirer calls it.
    let payment: String
    /// What is wrong, with the views of the three books.
    let sentence: String

    var description: String { "\(kind.rawValue): payment \(payment): \(sentence)" }
}
