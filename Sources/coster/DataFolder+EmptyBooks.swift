import Foundation
import SandboxAcquirer

/// What is to be thought of a file of books with nothing in it.
///
/// SQLite takes it for a new database. It is what is left of books that were lost; or else of a first start that was cut off at
/// its very beginning, before the books had a page.
extension DataFolder {
    private static let looksAtEmptyBooks = 20
    private static let emptyBooksMicroseconds: UInt32 = 100_000

    /// Whether the file of the books is there, and has nothing in it.
    var hasEmptyBooks: Bool { FileNames.isEmpty(books) }

    /// Whether there were books here before: beside them lies what a first start makes after them, or their log.
    var hadBooks: Bool {
        ["\(books)-wal", masterKey, "\(path)/\(SandboxBooks.fileName)"].contains {
            FileNames.identity($0) != nil
        }
    }

    /// Refuses to take a file that lost its books for new books: a shop would pay into books that know nothing.
    ///
    /// Who makes books just now has their first page on the disk in a moment, so it looks again before it refuses.
    ///
    /// - Parameter mayBeNew: Whether books may be made here; then an empty file alone is the start of such.
    /// - Throws: Exit code 78.
    func requireNoEmptyBooks(mayBeNew: Bool) throws(CosterFailure) {
        for _ in 0..<Self.looksAtEmptyBooks {
            guard hasEmptyBooks, hadBooks || !mayBeNew else { return }
            usleep(Self.emptyBooksMicroseconds)
        }
        throw CosterFailure(
            .configuration,
            "The books in \(path) are damaged (books-damaged): \(books) is empty. Keep the data folder as it is, and bring back a backup with coster restore --force. Only where no server was ever ready with this folder, remove the empty file; the next start makes new books."
        )
    }
}
