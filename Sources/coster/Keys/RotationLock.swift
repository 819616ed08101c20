import Books
import PostgreSQLBooks

#if canImport(Glibc)
    import Glibc
#endif

/// Holds books for one rotation of keys, or against any: a data folder by a lock of the system, a
/// database by a lock of the server. Both let go of it when the process ends.
final class RotationLock: Sendable {
    private let held: Held

    private enum Held: Sendable {
        case folder(Int32)
        case database(AdvisoryLock)
    }

    /// Holds the books, wherever they are.
    ///
    /// - Throws: Exit code 1 where another process holds them.
    convenience init(_ place: BooksPlace) throws(CosterFailure) {
        guard let database = place.database else {
            try self.init(place.folder)
            return
        }
        try self.init(database)
    }

    /// Holds a data folder.
    init(_ folder: DataFolder) throws(CosterFailure) {
        let descriptor = open(
            folder.path + "/rotation.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CosterFailure(
                .configuration,
                "The data folder \(folder.path) cannot be written to. Check its owner and mode.")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw RotationLock.taken(folder.path)
        }
        held = .folder(descriptor)
    }

    /// Holds a database.
    private init(_ database: PostgreSQLAddress) throws(CosterFailure) {
        let lock: AdvisoryLock?
        do throws(BookError) {
            lock = try AdvisoryLock.taken("rotation of keys", in: database)
        } catch {
            throw CosterFailure(
                .configuration,
                "The database cannot be used just now (\(error.code)). Check that the server runs.")
        }
        guard let lock else { throw RotationLock.taken("the database") }
        held = .database(lock)
    }

    deinit {
        switch held {
        case .folder(let descriptor): close(descriptor)
        case .database: break
        }
    }

    private static func taken(_ place: String) -> CosterFailure {
        CosterFailure(
            .doesNotHold,
            "Another rotation is at work on \(place), or a restore. Let it end; how far a rotation has come is in coster keys inventory."
        )
    }
}
