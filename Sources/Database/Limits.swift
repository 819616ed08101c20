/// The limits of a group commit.
enum GroupCommitLimits {
    /// From how many changes in one transaction the machine counts as busy.
    static let busyChanges = 4
    /// How long a busy one waits for more, for each that it has, in microseconds.
    static let microsecondsPerChange = 150
    /// How long it waits at most, in microseconds.
    static let microseconds = 4_000
}

/// The limits of messages about a schema.
enum SchemaLimits {
    /// The most characters of an object's name that a message shows.
    static let shownCharacters = 120
}
