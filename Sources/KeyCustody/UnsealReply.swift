import CardVault

/// A waiting server's answer to a share: one line.
package enum UnsealReply: Sendable, Hashable {
    /// So many shares are here, and so many more are needed.
    case taken(Int, missing: Int)
    /// The server has its key.
    case unsealed
    /// The share is of no use.
    case refused(ShareError)

    /// As it is sent, without the line's end.
    package var line: String {
        switch self {
        case .taken(let count, let missing): "taken \(count) \(missing)"
        case .unsealed: "unsealed"
        case .refused(.wrong(let index)): "refused share-wrong \(index)"
        case .refused(.givenTwice(let index)): "refused share-given-twice \(index)"
        case .refused(let error): "refused \(error.code)"
        }
    }

    /// An answer as it was received, or nil if it is invalid.
    package init?(line: String) {
        let words = line.split(separator: " ").map(String.init)
        let numbers = words.compactMap(Int.init)
        switch words.first {
        case "taken" where words.count == 3 && numbers.count == 2:
            self = .taken(numbers[0], missing: numbers[1])
        case "unsealed" where words.count == 1: self = .unsealed
        case "refused" where words.count == 3 && numbers.count == 1:
            let errors = [ShareError.wrong(index: numbers[0]), .givenTwice(index: numbers[0])]
            guard let error = errors.first(where: { $0.code == words[1] }) else { return nil }
            self = .refused(error)
        case "refused" where words.count == 2:
            let errors = [ShareError.mistyped, .ofAnotherSet, .anotherKey]
            guard let error = errors.first(where: { $0.code == words[1] }) else { return nil }
            self = .refused(error)
        default: return nil
        }
    }

    /// For people.
    package var sentence: String {
        switch self {
        case .taken(let count, let missing):
            "\(count) of \(count + missing) shares; \(missing) more needed"
        case .unsealed: "unsealed"
        case .refused(let error): error.sentence
        }
    }
}
