import Database
import GRDB

extension SQLError {
    /// The meaning of an error from reading or from a change before its commit.
    ///
    /// Source: SQLite, "Result and Error Codes": errors about the rows themselves mean corrupt; the others (busy, full,
    /// I/O, memory) can pass, and so can a trigger's refusal.
    public init(beforeCommit error: any Error) {
        switch error {
        case let known as SQLError: self = known
        // One writer at a time cannot be overtaken.
        case is OptimisticConflict: self = .corrupt
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
