import Foundation

/// The files that SQLite keeps beside a book, as they were when it was opened.
///
/// Until the last connection is closed SQLite neither removes nor replaces them. Where someone else did, what is written
/// on goes into files without a name, and other processes no longer see it.
///
/// Source: SQLite, "How To Corrupt An SQLite Database File", 4.4; WAL-mode file format, 1.
struct BookFiles: Sendable {
    /// Which file it is, whatever its name.
    private struct Identity: Hashable {
        let device: dev_t
        let inode: ino_t
    }

    /// A file's path, and which file was there.
    private let found: [(path: String, identity: Identity)]

    /// What lies beside an opened book now; where the book is a link, beside what it leads to, as SQLite has it.
    init(beside path: String) {
        let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        found = ["-wal", "-shm"].compactMap { suffix in
            Self.identity(path + suffix).map { (path + suffix, $0) }
        }
    }

    /// Whether one of them is not where it was any more.
    var haveMoved: Bool { found.contains { Self.identity($0.path) != $0.identity } }

    private static func identity(_ path: String) -> Identity? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Identity(device: status.st_dev, inode: status.st_ino)
    }
}
