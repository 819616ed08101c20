import Foundation
import SandboxAcquirer

/// The meaning of an empty database file.
///
/// SQLite takes it for a new database. It is the remainder of a lost database; or of a first start that was cut off at
/// its very beginning, before the database had a page.
extension DataFolder {
    private static let looksAtEmptyDatabase = 20
    private static let emptyDatabaseMicroseconds: UInt32 = 100_000

    /// Whether the file of the database exists, and is empty.
    package var hasEmptyDatabase: Bool { DurableRename.isEmpty(databaseFile) }

    /// Whether there was a database here before: beside it are files that a first start creates after it, or its log.
    package var hadDatabase: Bool {
        ["\(databaseFile)-wal", masterKey, "\(path)/\(SandboxLedger.fileName)"].contains {
            DurableRename.identity($0) != nil
        }
    }

    /// Refuses to take a file that lost its content for a new database: a shop would pay into a database that knows
    /// nothing.
    ///
    /// A process that creates a database has its first page on the disk soon, so this looks again before it refuses.
    ///
    /// - Parameter mayBeNew: Whether a database may be created here; then an empty file alone is the start of one.
    /// - Throws: Exit code 78.
    func requireNoEmptyDatabase(mayBeNew: Bool) throws(CosterFailure) {
        for _ in 0..<Self.looksAtEmptyDatabase {
            guard hasEmptyDatabase, hadDatabase || !mayBeNew else { return }
            usleep(Self.emptyDatabaseMicroseconds)
        }
        throw CosterFailure(
            .configuration,
            "The database in \(path) is damaged (books-damaged): \(databaseFile) is empty. Restore a backup: `coster restore FILE --data \(path) --force`. Remove the empty file only if no server ever ran with this folder."
        )
    }
}
