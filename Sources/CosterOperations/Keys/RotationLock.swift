import CosterServer
import Database
import PostgreSQLDatabase

/// Locks a database for one rotation of keys, or against any: a data folder by a lock of the system, a PostgreSQL
/// database by a lock of the server. Both are released when the process ends.
package final class RotationLock: Sendable {
    private let held: Held

    private enum Held: Sendable {
        case folder(FolderLock)
        case database(AdvisoryLock)
    }

    /// Locks the database, wherever it is.
    ///
    /// - Throws: Exit code 1 if another process has locked it.
    package convenience init(_ place: DatabaseLocation) async throws(CosterFailure) {
        guard let database = place.database else {
            try self.init(place.folder)
            return
        }
        try await self.init(database)
    }

    /// Holds a data folder.
    package init(_ folder: DataFolder) throws(CosterFailure) {
        held = .folder(
            try FolderLock(folder, "rotation.lock", taken: RotationLock.taken(folder.path)))
    }

    /// Holds a database.
    private init(_ database: PostgreSQLAddress) async throws(CosterFailure) {
        let lock: AdvisoryLock?
        do throws(SchemaError) {
            lock = try await AdvisoryLock.taken("rotation of keys", in: database)
        } catch {
            var reason: String?
            if case .cannotOpen(_, let said) = error { reason = said }
            throw CosterFailure(
                KeyRotationError.cannotLock(code: error.code, reason: reason))
        }
        guard let lock else { throw RotationLock.taken("the database") }
        held = .database(lock)
    }

    private static func taken(_ place: String) -> CosterFailure {
        CosterFailure(KeyRotationError.locked(place: place))
    }
}
