import CardVault
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

    /// Where the copy is checked.
    var staging: String { folder.staging(at: now) }
    private var staged: String { "\(staging)/\(DatabaseStore.fileName)" }

    /// Copies the backup beside the books, and there checks its code and audits it.
    ///
    /// - Parameter master: Gives the master key that the backup was made with; it may look at the copy in this folder.
    /// - Throws: Where it is no whole copy of sound books; then nothing was changed.
    func stage(
        master: (DataFolder) async throws(CosterFailure) -> MasterKey
    ) async throws(CosterFailure) -> Outcome {
        // A link would be copied as one, and what was written into the copy would be written into the backup.
        // A device or a pipe has no end to copy to.
        guard let source = FileNames.resolved(file),
            FileNames.identity(source)?.kind == .regular
        else { throw cannotCopy }
        try requireWhole(source)
        guard
            (try? FileManager.default.createDirectory(
                atPath: staging, withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700])) != nil
        else { throw cannotCopy }
        do throws(CosterFailure) {
            guard (try? FileManager.default.copyItem(atPath: source, toPath: staged)) != nil else {
                throw cannotCopy
            }
            let staging = DataFolder(staging)
            try await BackupFile.open(staged, named: file) { () async throws(CosterFailure) in
                try await master(staging)
            }
            return try await audited()
        } catch {
            removeStaging()
            throw error
        }
    }

    /// Gives the checked copy the name of the books; books that are there get another.
    ///
    /// - Parameter step: Is called behind each step.
    /// - Returns: That other name; nil where there were no books.
    /// - Throws: Exit code 78, also where another process has the books open.
    func putInPlace(
        after step: @escaping (BooksReplacement.Step) throws(CosterFailure) -> Void = { _ in }
    ) async throws(CosterFailure) -> String? {
        defer { removeStaging() }
        let aside = folder.booksAside(at: now)
        let replacement = BooksReplacement(
            staged: staged, books: folder.books, aside: aside, after: step)
        return try await replacement.run() ? aside : nil
    }

    /// What lies beside a copied file in use belongs to it; without it the file is not whole.
    private func requireWhole(_ source: String) throws(CosterFailure) {
        for companion in ["-wal", "-journal"] where FileNames.identity(source + companion) != nil {
            throw CosterFailure(
                .badInput,
                "\(file) is in use, or a piece of books that were: \(source)\(companion) lies beside it. Restore from a file that coster backup made."
            )
        }
    }

    private func audited() async throws(CosterFailure) -> Outcome {
        do throws(BookCopyError) {
            _ = try DatabaseStore.checkBackup(staged)
        } catch {
            throw failure(error)
        }
        var place = try BooksPlace(folder: DataFolder(staging), databaseURL: nil)
        place.alteredExit = .doesNotHold
        let store = try await place.open(mayMigrate: true)
        let noted = try await Restoration.note(in: store, at: now)
        let outcome = try await Restoration.audit(store, noted.value)
        do {
            try await store.closeAsOneFile()
        } catch {
            throw CosterFailure(
                .internalFault, "The copy of \(file) cannot be closed. Is the disk full?")
        }
        return outcome
    }

    /// Notes in books that they were put back: before they are audited, which takes its time, and whatever comes of it,
    /// for books in a database may be in use, which a breach makes no safer.
    ///
    /// - Returns: What they do not know, and the epoch under which running servers have heard of it.
    /// - Throws: Exit code 70 where they cannot be used.
    static func note(
        in store: DatabaseStore, at now: Timestamp
    ) async throws(CosterFailure) -> Administered<RestoredBooks> {
        do {
            return try await store.recordRestore(at: now)
        } catch {
            throw unusable
        }
    }

    /// Audits books that were put back.
    ///
    /// - Throws: Exit code 70 where they cannot be used; where they are not sound, as an audit's.
    static func audit(
        _ store: DatabaseStore, _ books: RestoredBooks
    ) async throws(CosterFailure) -> Outcome {
        let report: AuditReport
        do {
            report = try await store.audit()
        } catch {
            throw unusable
        }
        guard report.isClean else {
            let codes = Set(report.breaches.map(\.code)).sorted().joined(separator: ", ")
            throw CosterFailure(
                .doesNotHold,
                "The books that were put back are not sound (\(codes)). Use another backup, and keep this one."
            )
        }
        return Outcome(payments: report.payments, operations: report.operations, books: books)
    }

    private static var unusable: CosterFailure {
        CosterFailure(
            .internalFault, "The books that were put back cannot be audited. Is the disk full?")
    }

    private var cannotCopy: CosterFailure {
        CosterFailure(
            .badInput,
            "The backup \(file) cannot be copied into \(folder.path). Check the path, the owner and free space."
        )
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
        try? FileManager.default.removeItem(atPath: staging)
    }
}
