/// Finds the name that was meant by a mistyped one.
package enum NearestName {
    /// The longest mistyped name that is compared, in characters.
    private static let comparedCharacters = 64

    /// The nearest of the known names, if less than half of it had to be changed; otherwise nil.
    package static func of(_ typed: String, among names: [String]) -> String? {
        guard typed.count <= comparedCharacters else { return nil }
        let distances = names.map { name in
            (name: name, changes: typed.difference(from: name).count)
        }
        let nearest = distances.min { $0.changes < $1.changes }
        return nearest.flatMap { $0.changes * 2 < $0.name.count ? $0.name : nil }
    }
}
