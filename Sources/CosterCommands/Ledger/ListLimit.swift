import ArgumentParser

/// How many rows a list for people has, as its option `--limit` says.
enum ListLimit {
    /// Refuses an empty list, which would look like an empty database.
    static func require(_ limit: Int) throws {
        guard limit > 0 else {
            throw ValidationError("Invalid value '\(limit)' for --limit. Use 1 or more.")
        }
    }
}
