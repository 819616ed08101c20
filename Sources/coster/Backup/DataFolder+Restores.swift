import Foundation
import PaymentDomain
import Storage

/// What a restore leaves in a data folder, and what is done about one that was interrupted.
extension DataFolder {
    private static let stagingStart = "restoring-"
    private static let asideMark = ".before-restore-"

    /// Where a backup is checked; a folder of its own, for SQLite puts files beside it.
    var staging: String { "\(path)/\(DataFolder.stagingStart)\(getpid())" }

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

    /// Clears away what an interrupted restore left: copies that were being checked, and second names of
    /// books that kept their first, under which their log would be missing.
    ///
    /// For whoever holds the folder, so that no restore is at work on it.
    func clearInterruptedRestore() throws(CosterFailure) {
        for name in stagings {
            // What cannot be removed holds nothing that the backup does not hold.
            try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
        }
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

    private var stagings: [String] {
        names.filter { $0.hasPrefix(DataFolder.stagingStart) }
    }

    private var asides: [String] {
        names.filter { $0.hasPrefix(DatabaseStore.fileName + DataFolder.asideMark) }
    }

    private var names: [String] {
        // In what cannot be listed nothing can be made either.
        (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
    }
}
