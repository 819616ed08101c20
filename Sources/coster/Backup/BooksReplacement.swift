import SQLiteBooks

/// Puts checked books in the place of a folder's, which get another name.
///
/// At whatever moment the power is cut, the old books are there, whole, or the new ones are. Only damaged
/// books leave their place empty for a moment; nothing opens then until a restore has ended, see
/// ``DataFolder/requireNoInterruptedRestore()``.
struct BooksReplacement {
    /// What is done, and durable; tests stop behind each.
    enum Step: Sendable {
        /// The old books have their second name.
        case keptAside
        /// Damaged ones have lost the first.
        case unnamed
        /// Nothing lies beside the place of the books.
        case cleared
        /// The new books are in it.
        case replaced
    }

    /// What SQLite puts beside a book. The book is not whole without it, and another book in its place
    /// would take it for its own.
    static let companions = ["-wal", "-shm", "-journal"]

    /// The new books: one file, checked and durable.
    let staged: String
    /// Their place.
    let books: String
    /// The name that the old ones get.
    let aside: String
    let after: (Step) throws(CosterFailure) -> Void

    /// - Returns: Whether there were old books.
    /// - Throws: Exit code 78 where another process has them open, or the folder cannot be written;
    ///   what was open is as it was.
    func run() async throws(CosterFailure) -> Bool {
        guard FileNames.identity(books) != nil else {
            // A restore that was interrupted may have left a log.
            try clear()
            try putInPlace()
            return false
        }
        guard let held = try await heldBooks() else {
            try replaceDamaged()
            return true
        }
        // Nobody makes a log for the old books while the new ones take their place.
        defer { withExtendedLifetime(held) {} }
        try FileNames.keep(books, as: aside)
        try FileNames.synchronizeFolder(of: aside)
        try after(.keptAside)
        try putInPlace()
        return true
    }

    /// The old books as one file, held; nil where they are damaged.
    private func heldBooks() async throws(CosterFailure) -> HeldBook? {
        // SQLite takes an empty file for a new book, and the log of the lost one away.
        guard !FileNames.isEmpty(books) else { return nil }
        do throws(HeldBookError) {
            return try await HeldBook(books)
        } catch {
            switch error {
            case .damaged: return nil
            case .inUse:
                throw CosterFailure(
                    .configuration,
                    "Nothing was changed: another command has the books open. Let it end, or stop it, and restore again."
                )
            case .unavailable:
                throw CosterFailure(
                    .configuration,
                    "Nothing was changed: the books that are there cannot be made one file. Check the owner of \(books) and free space, or restore into another folder."
                )
            }
        }
    }

    /// What is damaged cannot be made one file, so that all that lies beside it goes with it.
    private func replaceDamaged() throws(CosterFailure) {
        for suffix in [""] + Self.companions where FileNames.identity(books + suffix) != nil {
            try FileNames.keep(books + suffix, as: aside + suffix)
        }
        try FileNames.synchronizeFolder(of: aside)
        try after(.keptAside)
        // The main file first: without its log it might be taken for whole books.
        try FileNames.remove(books)
        try FileNames.synchronizeFolder(of: books)
        try after(.unnamed)
        try clear()
        try putInPlace()
    }

    /// On the disk before the new books come, which must never lie beside another's log.
    private func clear() throws(CosterFailure) {
        for companion in Self.companions { try FileNames.remove(books + companion) }
        try FileNames.synchronizeFolder(of: books)
        try after(.cleared)
    }

    private func putInPlace() throws(CosterFailure) {
        try FileNames.move(staged, to: books)
        try after(.replaced)
    }
}
