/// A table, column, constraint, index or trigger of a database, as the database itself describes it.
public struct SchemaObject: Sendable, Hashable {
    /// Its kind: `table`, `trigger`, `index` …
    public let kind: String
    /// The table that it belongs to.
    public let table: String
    /// Its name; of a constraint, which may have any name, what it demands.
    public let name: String
    /// All else that the database says of it.
    public let definition: String

    /// An object from its parts.
    public init(kind: String, table: String, name: String, definition: String) {
        self.kind = kind
        self.table = table
        self.name = name
        self.definition = definition
    }

    /// Compares a database with what the migrations make.
    ///
    /// A trigger, a rule or a constraint of someone else's can change or refuse what Coster writes, and without one of
    /// ours a token could be spent twice.
    ///
    /// - Throws: ``SchemaError/altered(_:)``, which names the first difference.
    public static func require(
        _ expected: [SchemaObject], in found: [SchemaObject]
    ) throws(SchemaError) {
        let (known, there) = (Set(expected), Set(found))
        let lacking = expected.filter { !there.contains($0) }
        if let other = found.first(where: { !known.contains($0) }) {
            let isChanged = lacking.contains {
                ($0.kind, $0.table, $0.name) == (other.kind, other.table, other.name)
            }
            throw .altered(isChanged ? other.changed : other.unexpected)
        }
        // Without a table all that belongs to it is missing too.
        let missing = lacking.first { $0.kind == "table" } ?? lacking.first
        if let missing { throw .altered(missing.missing) }
    }

    private var changed: String {
        kind == "table"
            ? "table \(shown(table)) has another definition"
            : "table \(shown(table)) has another \(kind) `\(shown(name))`"
    }

    private var unexpected: String {
        kind == "table"
            ? "there is an unexpected table `\(shown(name))`"
            : "table \(shown(table)) has an unexpected \(kind) `\(shown(name))`"
    }

    private var missing: String {
        kind == "table"
            ? "there is no table \(shown(name))"
            : "table \(shown(table)) lacks its \(kind) `\(shown(name))`"
    }

    /// A name that is safe to show: the object's creator chose it.
    private func shown(_ name: String) -> String {
        let characters = name.unicodeScalars.prefix(SchemaLimits.shownCharacters).map { scalar in
            scalar.properties.generalCategory == .control ? "?" : Character(scalar)
        }
        return String(characters)
    }
}
