import Foundation
import PaymentDomain
import Storage

/// What a restore leaves in a data folder, and what is done about one that was interrupted.
extension DataFolder {
    private static let stagingStart = "restoring-"
    private static let asideMark = ".before-restore-"

    /// Where a backup is checked; a folder of its own, for SQLite puts files beside it.
    func staging(at now: Timestamp) -> String {
        "\(path)/\(DataFolder.stagingStart)\(now.milliseconds)"
    }

    /// The name that books get which are there before a restore.
    func booksAside(at now: Timestamp) -> String {
        "\(books)\(DataFolder.asideMark)\(now.milliseconds)"
    }

    /// Refuses to make new books, or to say that there are none, where a restore was interrupted before
    /// they were in their place: a shop would pay into books that know nothing.
    ///
    /// - Throws: Exit code 78.
    func requireNoInterruptedRestore() throws(CosterFailure) {
        guard FileNames.identity(books) == nil, let left = (stagings + asides).first else {
            return
        }
        throw CosterFailure(
            .configuration,
            "A restore into \(path) was interrupted: the books are not in their place, and it left \(left). Run coster restore again. For new books move what it left to another folder."
        )
    }

    /// Clears away what interrupted restores left, where the books are in their place. Before, it is the trace that
    /// ``requireNoInterruptedRestore()`` looks for.
    ///
    /// For whoever holds the folder, so that no other restore is at work on it.
    func clearInterruptedRestores() throws(CosterFailure) {
        try dropSecondNames()
        dropStagings()
    }

    /// Takes second names from books that kept their first, under which their log would be missing.
    func dropSecondNames() throws(CosterFailure) {
        guard FileNames.identity(books) != nil else { return }
        let inPlace = ([""] + BooksReplacement.companions).compactMap {
            FileNames.identity(books + $0)
        }
        for name in asides {
            let aside = "\(path)/\(name)"
            guard let identity = FileNames.identity(aside), inPlace.contains(identity) else {
                continue
            }
            try FileNames.remove(aside)
        }
    }

    /// Removes copies that were being checked, but for one.
    func dropStagings(but kept: String? = nil) {
        for name in stagings where "\(path)/\(name)" != kept {
            // What cannot be removed holds nothing that the backup does not hold.
            try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
        }
    }

    private var stagings: [String] {
        names.filter(DataFolder.isStaging)
    }

    private var asides: [String] { names.filter(DataFolder.isAside) }

    /// Whether a name is one that a restore gives to the folder in which it checks a backup.
    static func isStaging(_ name: String) -> Bool {
        name.hasPrefix(stagingStart) && Int64(name.dropFirst(stagingStart.count)) != nil
    }

    /// Whether a name is one that a restore gives to books that were there.
    static func isAside(_ name: String) -> Bool {
        name.hasPrefix(DatabaseStore.fileName + asideMark)
    }

    private var names: [String] {
        // In what cannot be listed nothing can be made either.
        (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
    }
}
