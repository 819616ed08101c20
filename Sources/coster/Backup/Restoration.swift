import Foundation
import PaymentDomain
import PaymentEngine
import SQLiteBooks
import Storage

/// A backup on its way into a data folder: first beside the books, where it is checked, then in their place.
struct Restoration: Sendable {
    /// What was found in the backup.
    struct Outcome: Sendable {
        let payments: Int
        let operations: Int
        let books: RestoredBooks
    }

    let file: String
    let folder: DataFolder
    let now: Timestamp

    /// Where the copy is checked; a folder of its own, for SQLite puts files beside it.
    private var stagingFolder: String { "\(folder.path)/restoring-\(getpid())" }
    private var staged: String { "\(stagingFolder)/\(DatabaseStore.fileName)" }
    private static let companions = ["-wal", "-shm"]

    /// Copies the backup beside the books, and audits it there.
    ///
    /// - Throws: Where it is no whole copy of sound books; then nothing was changed.
    func stage() async throws(CosterFailure) -> Outcome {
        try requireWholeFile()
        do {
            try FileManager.default.createDirectory(
                atPath: stagingFolder, withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700])
            try FileManager.default.copyItem(atPath: file, toPath: staged)
        } catch {
            removeStaging()
            throw CosterFailure(
                .badInput,
                "The backup \(file) cannot be copied into \(folder.path). Check the path, the owner and free space."
            )
        }
        do throws(CosterFailure) {
            return try await audited()
        } catch {
            removeStaging()
            throw error
        }
    }

    /// Gives the books that are there another name; their log goes with them.
    ///
    /// - Returns: The name.
    func setAside() throws(CosterFailure) -> String {
        let aside = "\(folder.books).before-restore-\(now.milliseconds)"
        // Second names first: the books are whole under the new name before they lose the old one.
        try FileNames.keep(folder.books, as: aside)
        for companion in Self.companions where FileNames.identity(folder.books + companion) != nil {
            try FileNames.keep(folder.books + companion, as: aside + companion)
        }
        try FileNames.synchronizeFolder(of: aside)
        return aside
    }

    /// Gives the checked copy the name of the books, in place of what has it.
    func putInPlace() throws(CosterFailure) {
        // A log that is left would be taken for the new books' own.
        for companion in Self.companions { try FileNames.remove(folder.books + companion) }
        try FileNames.move(staged, to: folder.books)
        removeStaging()
    }

    /// What lies beside a copied file in use belongs to it; without it the file is not whole.
    private func requireWholeFile() throws(CosterFailure) {
        for companion in ["-wal", "-journal"] where FileNames.identity(file + companion) != nil {
            throw CosterFailure(
                .badInput,
                "\(file) is in use, or a piece of books that were: \(file)\(companion) lies beside it. Restore from a file that coster backup made."
            )
        }
    }

    private func audited() async throws(CosterFailure) -> Outcome {
        do throws(BookCopyError) {
            _ = try DatabaseStore.checkBackup(staged)
        } catch {
            throw failure(error)
        }
        let store = try OpenBooks.open(DataFolder(stagingFolder))
        let outcome = try await Restoration.note(in: store, at: now)
        do {
            try store.closeAsOneFile()
        } catch {
            throw CosterFailure(
                .internalFault, "The copy of \(file) cannot be closed. Is the disk full?")
        }
        return outcome
    }

    /// Audits books that were put back, and notes it in them.
    ///
    /// - Throws: Exit code 70 or 78 where they cannot be used; where they are not sound, as an audit's.
    static func note(
        in store: DatabaseStore, at now: Timestamp
    ) async throws(CosterFailure) -> Outcome {
        do {
            let report = try await store.audit()
            // Noted in any case: books that are in use are not safer for having a breach.
            let books = try await store.recordRestore(at: now)
            guard report.isClean else {
                let codes = Set(report.breaches.map(\.code)).sorted().joined(separator: ", ")
                throw CosterFailure(
                    .doesNotHold,
                    "The books that were put back are not sound (\(codes)). Use another backup, and keep this one."
                )
            }
            return Outcome(
                payments: report.payments, operations: report.operations, books: books)
        } catch let error as CosterFailure {
            throw error
        } catch {
            throw CosterFailure(
                .internalFault, "The books that were put back cannot be audited. Is the disk full?")
        }
    }

    private func failure(_ error: BookCopyError) -> CosterFailure {
        switch error {
        case .tooNew(let found, let known):
            CosterFailure(
                .configuration,
                "The backup \(file) has version \(found); this program knows versions up to \(known). Use the program that wrote it."
            )
        case .damaged, .notOurs, .unreadable, .unwritable:
            CosterFailure(
                .badInput,
                "The file \(file) is no whole backup of Coster's books (\(error.code)). Use another."
            )
        }
    }

    private func removeStaging() {
        // What cannot be removed holds nothing that the backup does not hold.
        try? FileManager.default.removeItem(atPath: stagingFolder)
    }
}
