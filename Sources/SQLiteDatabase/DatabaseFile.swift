import Database
import Foundation

/// The file of a database, readable only by its owner.
enum DatabaseFile {
    private static let ownerOnly: mode_t = 0o600
    private static let ownerOnlyFolder = 0o700

    /// Makes the folder and an empty file if need be.
    ///
    /// SQLite gives its `-wal` and `-shm` files the permissions of the database, so it is enough
    /// that this file has them before SQLite sees it. A link stays as it is, and what it leads to:
    /// that may be any file of this account.
    static func prepare(_ path: String) throws(SQLError) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: ownerOnlyFolder])
        } catch {
            throw .unavailable
        }
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, ownerOnly)
        if descriptor >= 0 {
            close(descriptor)
            return
        }
        guard errno == EEXIST, restrict(path) else { throw .unavailable }
    }

    /// Takes a file from all but its owner; false if that fails.
    ///
    /// The descriptor is of the name alone (O_PATH): closing any other one of a database drops this
    /// process's locks on it. It cannot be changed itself, but what the system calls it can.
    ///
    /// Source: SQLite, "How To Corrupt An SQLite Database File", 2.2; Linux, open(2), O_PATH.
    private static func restrict(_ path: String) -> Bool {
        let name = open(path, nameOnly | O_NOFOLLOW | O_CLOEXEC)
        guard name >= 0 else { return false }
        defer { close(name) }
        var facts = stat()
        guard fstat(name, &facts) == 0 else { return false }
        if facts.st_mode & S_IFMT == S_IFLNK { return true }
        return chmod("/proc/self/fd/\(name)", ownerOnly) == 0
    }

    /// O_PATH, a macro that Swift does not import.
    private static let nameOnly: Int32 = 0o10_000_000
}
