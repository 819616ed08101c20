/// Why a database couldn't be read or written.
public enum SQLError: String, Error, Sendable, Hashable, CaseIterable {
    /// Busy, full, gone or closed; nothing was written.
    case unavailable
    /// The commit itself failed: whether it was written is not known, or after the next start
    /// alone.
    case indeterminate
    /// A row that our own code cannot have written, or a change that the schema forbids; nothing
    /// was written.
    case corrupt

    /// A stable code for logs and metrics.
    public var code: String {
        switch self {
        case .unavailable: "book-unavailable"
        case .indeterminate: "book-indeterminate"
        case .corrupt: "book-corrupt"
        }
    }
}

/// Another transaction has changed the rows that a change read.
///
/// In a database with one writer this can't be, and is ``SQLError/corrupt``. In one with many, the whole change is
/// undone and made again; its result must not have been sent to anyone.
public struct OptimisticConflict: Error, Sendable, Hashable {
    /// The only one there is.
    public init() {}
}

/// Why a database couldn't be opened.
public enum SchemaError: Error, Sendable, Hashable {
    /// A newer program wrote this database; the versions that were found and that we know.
    case tooNew(found: Int, known: Int)
    /// A program wrote this database that is too old for us; the version that was found, and the oldest that we bring
    /// up to date.
    case tooOld(found: Int, oldest: Int)
    /// The tables lack steps, and we may not do them; the versions that were found and that we know.
    case outdated(found: Int, known: Int)
    /// A database has no tables of ours, and we may not create them; the schema in which they would be created, nil if
    /// there isn't one for us.
    case missing(schema: String?)
    /// The database can't be created, opened or brought up to date; its own message, for people to read, if it gave
    /// one.
    case cannotOpen(SQLError, reason: String? = nil)
    /// Someone else held what had to be changed for too long; what it waited for, for people to read. Nothing was changed.
    case locked(waitedFor: String)
    /// The disk would not be made to wait for each commit.
    case notDurable
    /// The database keeps text in another encoding than UTF-8.
    case notUnicode
    /// The tables are not those that the migrations make: the object that differs, and how.
    case altered(String)

    /// A stable code for logs and metrics.
    public var code: String {
        switch self {
        case .tooNew: "schema-too-new"
        case .tooOld: "schema-too-old"
        case .outdated: "schema-outdated"
        case .missing: "schema-missing"
        case .cannotOpen: "book-cannot-open"
        case .locked: "schema-locked"
        case .notDurable: "book-not-durable"
        case .notUnicode: "book-not-unicode"
        case .altered: "schema-altered"
        }
    }
}
