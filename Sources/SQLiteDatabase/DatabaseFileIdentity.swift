import Foundation

/// The files that SQLite keeps beside a database, as they were when it was opened.
///
/// Until the last connection is closed SQLite neither removes nor replaces them. If someone else did, further writes go
/// into files without a name, and other processes no longer see them.
///
/// Source: SQLite, "How To Corrupt An SQLite Database File", 4.4; WAL-mode file format, 1.
struct DatabaseFileIdentity: Sendable {
    /// Which file it is, whatever its name.
    private struct Identity: Hashable {
        let device: dev_t
        let inode: ino_t
    }

    /// A file's path, and which file was there.
    private let found: [(path: String, identity: Identity)]

    /// The files beside an opened database now; if its path is a link, those beside the link's target, as SQLite has
    /// it.
    init(beside path: String) {
        let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        found = ["-wal", "-shm"].compactMap { suffix in
            Self.identity(path + suffix).map { (path + suffix, $0) }
        }
    }

    /// Whether one of them was moved, removed or replaced.
    var haveMoved: Bool { found.contains { Self.identity($0.path) != $0.identity } }

    private static func identity(_ path: String) -> Identity? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Identity(device: status.st_dev, inode: status.st_ino)
    }
}
