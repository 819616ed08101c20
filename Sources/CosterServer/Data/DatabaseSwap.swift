import SQLiteDatabase

/// Puts a checked database in place of a folder's own, which gets another name.
///
/// Whenever the power is cut, either the old database is there, whole, or the new one is. Only for a damaged database
/// the place is briefly empty; nothing opens then until a restore has ended, see
/// ``DataFolder/requireNoInterruptedRestore()``.
package struct DatabaseSwap {
    /// The finished and durable steps; tests stop after each.
    package enum Step: Sendable {
        /// The old database has its second name.
        case keptAside
        /// Damaged ones have lost the first.
        case unnamed
        /// No companion file is beside the place of the database.
        case cleared
        /// The new database is in its place.
        case replaced
    }

    /// The files that SQLite keeps beside a database. The database isn't whole without them, and another database in
    /// its place would take them for its own.
    package static let companions = ["-wal", "-shm", "-journal"]

    /// The new database: one file, checked and durable.
    package let staged: String
    /// Their place.
    package let file: String
    /// The name that the old ones get.
    package let aside: String
    package let after: (Step) throws(CosterFailure) -> Void

    package init(
        staged: String, file: String, aside: String,
        after: @escaping (Step) throws(CosterFailure) -> Void
    ) {
        self.staged = staged
        self.file = file
        self.aside = aside
        self.after = after
    }

    /// - Returns: Whether there was an old database.
    /// - Throws: Exit code 78 if another process has it open, or the folder can't be written; the old database is then
    ///   as it was.
    package func run() async throws(CosterFailure) -> Bool {
        guard DurableRename.identity(file) != nil else {
            // A restore that was interrupted may have left a log.
            try clear()
            try putInPlace()
            return false
        }
        guard let held = try await heldDatabase() else {
            try replaceDamaged()
            return true
        }
        // No process creates a log for the old database while the new one takes its place.
        defer { withExtendedLifetime(held) {} }
        try DurableRename.keep(file, as: aside)
        try DurableRename.synchronizeFolder(of: aside)
        try after(.keptAside)
        try putInPlace()
        return true
    }

    /// The old database as one locked file; nil if it is damaged.
    private func heldDatabase() async throws(CosterFailure) -> ExclusiveDatabase? {
        // SQLite takes an empty file for a new database, and deletes the log of the lost one.
        guard !DurableRename.isEmpty(file) else { return nil }
        do throws(ExclusiveDatabaseError) {
            return try await ExclusiveDatabase(file)
        } catch {
            switch error {
            case .damaged: return nil
            case .inUse:
                throw CosterFailure(
                    .configuration,
                    "Nothing was changed, because another command has the database open. Stop it, and restore again."
                )
            case .unavailable:
                throw CosterFailure(
                    .configuration,
                    "Nothing was changed, because \(file) can't be written. Check its owner and free space, or restore into another folder."
                )
            }
        }
    }

    /// A damaged database can't be made one file, so its companion files go with it.
    private func replaceDamaged() throws(CosterFailure) {
        for suffix in [""] + Self.companions where DurableRename.identity(file + suffix) != nil {
            try DurableRename.keep(file + suffix, as: aside + suffix)
        }
        try DurableRename.synchronizeFolder(of: aside)
        try after(.keptAside)
        // The main file first: without its log it might be taken for a whole database.
        try DurableRename.remove(file)
        try DurableRename.synchronizeFolder(of: file)
        try after(.unnamed)
        try clear()
        try putInPlace()
    }

    /// On the disk before the new database comes, which must never be beside another's log.
    private func clear() throws(CosterFailure) {
        for companion in Self.companions { try DurableRename.remove(file + companion) }
        try DurableRename.synchronizeFolder(of: file)
        try after(.cleared)
    }

    private func putInPlace() throws(CosterFailure) {
        try DurableRename.move(staged, to: file)
        try after(.replaced)
    }
}
