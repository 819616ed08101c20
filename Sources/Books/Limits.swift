/// The limits that every book has.
enum JoiningLimits {
    /// How many changes in one transaction tell of a busy machine.
    static let busyChanges = 4
    /// How long a busy one waits for more, for each that it has, in microseconds.
    static let microsecondsPerChange = 150
    /// How long it waits at most, in microseconds.
    static let microseconds = 4_000
}

/// The limits of what is said of a schema.
enum SchemaLimits {
    /// The most characters of an object's name that a message shows.
    static let shownCharacters = 120
}
