import Foundation
import PaymentDomain
import PaymentStorage

/// The traces of a restore in a data folder, and how to treat an interrupted one.
extension DataFolder {
    private static let stagingStart = "restoring-"
    private static let asideMark = ".before-restore-"

    /// The folder in which a backup is checked, because SQLite puts files beside it.
    package func staging(at now: Timestamp) -> String {
        "\(path)/\(DataFolder.stagingStart)\(now.milliseconds)"
    }

    /// The name for the database that is there before a restore.
    package func booksAside(at now: Timestamp) -> String {
        "\(databaseFile)\(DataFolder.asideMark)\(now.milliseconds)"
    }

    /// Refuses to create a new database, or to report a missing one, if a restore was interrupted before its end: a
    /// shop would pay into a database that knows nothing.
    ///
    /// - Throws: Exit code 78.
    func requireNoInterruptedRestore() throws(CosterFailure) {
        guard DurableRename.identity(databaseFile) == nil, let left = (stagings + asides).first
        else {
            return
        }
        throw CosterFailure(
            .configuration,
            "A restore into \(path) was interrupted, and left \(left) in place of the database. Run `coster restore` again."
        )
    }

    /// Removes the traces of interrupted restores, if the database is in its place. Before, they are the trace that
    /// ``requireNoInterruptedRestore()`` looks for.
    ///
    /// The caller has locked the folder, so no other restore is running.
    func clearInterruptedRestores() throws(CosterFailure) {
        try dropSecondNames()
        dropStagings()
    }

    /// Removes second names of a database that kept its first, under which its log would be missing.
    package func dropSecondNames() throws(CosterFailure) {
        guard DurableRename.identity(databaseFile) != nil else { return }
        let inPlace = ([""] + DatabaseSwap.companions).compactMap {
            DurableRename.identity(databaseFile + $0)
        }
        for name in asides {
            let aside = "\(path)/\(name)"
            guard let identity = DurableRename.identity(aside), inPlace.contains(identity) else {
                continue
            }
            try DurableRename.remove(aside)
        }
    }

    /// Removes copies that were being checked, but for one.
    package func dropStagings(but kept: String? = nil) {
        for name in stagings where "\(path)/\(name)" != kept {
            // A file that can't be removed has nothing that the backup doesn't have.
            try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
        }
    }

    private var stagings: [String] {
        names.filter(DataFolder.isStaging)
    }

    private var asides: [String] { names.filter(DataFolder.isBackground) }

    /// Whether a name is one that a restore gives to the folder in which it checks a backup.
    package static func isStaging(_ name: String) -> Bool {
        name.hasPrefix(stagingStart) && Int64(name.dropFirst(stagingStart.count)) != nil
    }

    /// Whether a name is one that a restore gives to an earlier database.
    package static func isBackground(_ name: String) -> Bool {
        name.hasPrefix(SQLPaymentStore.fileName + asideMark)
    }

    private var names: [String] {
        // A folder that cannot be listed has no files that this account could have made.
        (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
    }
}
