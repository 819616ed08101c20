import GRDB

/// Why a book could not be read or written.
public enum BookError: String, Error, Sendable, Hashable, CaseIterable {
    /// Busy, full, gone or closed; nothing was written.
    case unavailable
    /// The commit itself failed: whether it was written is known after the next start alone.
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

    /// What an error from reading or from a change before its commit means.
    ///
    /// Source: SQLite, "Result and Error Codes": what tells of the rows themselves is corrupt; the
    /// rest (busy, full, I/O, memory) is about the moment, and so is what a trigger refuses.
    public init(beforeCommit error: any Error) {
        switch error {
        case let known as BookError: self = known
        case let failure as DatabaseError
        where failure.extendedResultCode == .SQLITE_CONSTRAINT_TRIGGER: self = .unavailable
        case let failure as DatabaseError:
            switch failure.resultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH,
                .SQLITE_TOOBIG, .SQLITE_RANGE, .SQLITE_ERROR:
                self = .corrupt
            default: self = .unavailable
            }
        default: self = .unavailable
        }
    }
}

/// Why a book could not be opened.
public enum SchemaError: Error, Sendable, Hashable {
    /// A newer program wrote this file; the versions that were found and that we know.
    case tooNew(found: Int, known: Int)
    /// A program wrote this file that is too old for us; the version that was found, and the oldest
    /// that we bring up to date.
    case tooOld(found: Int, oldest: Int)
    /// The file cannot be made, opened or brought up to date.
    case cannotOpen(BookError)
    /// The disk would not be made to wait for each commit.
    case notDurable

    /// A stable code for logs and metrics.
    public var code: String {
        switch self {
        case .tooNew: "schema-too-new"
        case .tooOld: "schema-too-old"
        case .cannotOpen: "book-cannot-open"
        case .notDurable: "book-not-durable"
        }
    }
}
