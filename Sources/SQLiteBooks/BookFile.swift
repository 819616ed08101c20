import Books
import Foundation

/// The file of a book, for its owner's eyes alone.
enum BookFile {
    private static let ownerOnly: mode_t = 0o600
    private static let ownerOnlyFolder = 0o700

    /// Makes the folder and an empty file if need be.
    ///
    /// SQLite gives its `-wal` and `-shm` files the permissions of the database, so it is enough
    /// that this file has them before SQLite sees it. An existing file is changed by its name,
    /// never opened: closing any descriptor of a database drops this process's locks on it.
    /// Source: SQLite, "How To Corrupt An SQLite Database File", 2.2.
    static func prepare(_ path: String) throws(BookError) {
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
        guard errno == EEXIST, chmod(path, ownerOnly) == 0 else { throw .unavailable }
    }
}
