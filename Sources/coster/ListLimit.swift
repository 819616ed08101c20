import ArgumentParser

/// How many rows a list for people has, as its option `--limit` says.
enum ListLimit {
    /// Refuses a list of nothing, which would look like books with nothing in them.
    static func require(_ limit: Int) throws {
        guard limit > 0 else { throw ValidationError("--limit is 1 or more.") }
    }
}
