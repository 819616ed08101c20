/// Why a book could not be read or written.
public enum BookError: String, Error, Sendable, Hashable, CaseIterable {
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

/// What a change looked for has been changed by someone else since it looked.
///
/// Where a book has one writer this cannot be, and is ``BookError/corrupt``. Where it has many, the
/// whole change is undone and made again from what now stands; it must not have been told to
/// anyone.
public struct Overtaken: Error, Sendable, Hashable {
    /// The only one there is.
    public init() {}
}

/// Why a book could not be opened.
public enum SchemaError: Error, Sendable, Hashable {
    /// A newer program wrote this book; the versions that were found and that we know.
    case tooNew(found: Int, known: Int)
    /// A program wrote this book that is too old for us; the version that was found, and the oldest
    /// that we bring up to date.
    case tooOld(found: Int, oldest: Int)
    /// The tables lack steps, and we may not do them; the versions that were found and that we know.
    case outdated(found: Int, known: Int)
    /// A database has no tables of ours, and we may not make them; the schema in which they would be made, nil where it
    /// has none for us.
    case missing(schema: String?)
    /// The book cannot be made, opened or brought up to date; what the database says of it, for people to read, where
    /// it says something.
    case cannotOpen(BookError, reason: String? = nil)
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
