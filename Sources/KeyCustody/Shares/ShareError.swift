/// Why a share of a master key is of no use. Nothing of the share is in an error.
package enum ShareError: Error, Sendable, Hashable {
    /// It cannot be read: a character is wrong, missing or too much.
    case mistyped
    /// It isn't one of those that the database knows under this number.
    case wrong(index: Int)
    /// It comes from another splitting of a key.
    case ofAnotherSet
    /// It was given before.
    case givenTwice(index: Int)
    /// The shares fit, but the key that they give is not the one that was split.
    case anotherKey
    /// A key is split into 2 to 16 shares, and 2 or more of them must give it.
    case badCounts

    /// A stable code for logs and for the answers to custodians.
    package var code: String {
        switch self {
        case .mistyped: "share-mistyped"
        case .wrong: "share-wrong"
        case .ofAnotherSet: "share-of-another-set"
        case .givenTwice: "share-given-twice"
        case .anotherKey: "shares-give-another-key"
        case .badCounts: "share-counts"
        }
    }
}

extension ShareError {
    /// The message, with the next step.
    package var sentence: String {
        let text =
            switch self {
            case .mistyped:
                "The share has a typing error. Compare it character by character with the original."
            case .wrong(let index):
                "Share \(index) isn't the one that was given out under this number. Enter the original."
            case .ofAnotherSet:
                "This share belongs to another master key, or to an older splitting. Enter one of the current shares."
            case .givenTwice(let index):
                "Share \(index) was already entered. Enter the share of another custodian."
            case .anotherKey:
                "The shares fit together, but give the key of another database. Enter all of them again."
            case .badCounts:
                "A key is split into 2 to 16 shares, and 2 or more of them give it. Choose other numbers."
            }
        return "\(code): \(text)"
    }
}
