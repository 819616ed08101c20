import MerchantStorage
import StorageKit
import CardVault
import CosterServer
import Foundation
import PaymentDomain
import PaymentEngine
import SQLiteDatabase
import PaymentStorage

/// A backup on its way into a data folder: first beside the database, for its check, then in its place.
package struct Restoration: Sendable {
    /// The result of checking the backup.
    package struct Outcome: Sendable {
        package let payments: Int
        package let operations: Int
        package let database: RestoredDatabase
        /// Whether it has a line over which money moves, so that no sandbox starts on it.
        package let hasLiveLine: Bool
    }

    package let file: String
    package let folder: DataFolder
    package let now: Timestamp

    package init(file: String, folder: DataFolder, now: Timestamp) {
        self.file = file
        self.folder = folder
        self.now = now
    }

    /// The folder in which the copy is checked.
    package var staging: String { folder.staging(at: now) }
    private var staged: String { "\(staging)/\(SQLPaymentStore.fileName)" }

    /// Copies the backup beside the database, and there checks its code and audits it.
    ///
    /// - Parameter master: Gives the backup's master key; it may read the copy in this folder.
    /// - Throws: If it isn't a whole copy of a sound database; then nothing was changed.
    package func stage(
        master: (DataFolder) async throws(CosterFailure) -> MasterKey
    ) async throws(CosterFailure) -> Outcome {
        let source = try source()
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

    /// The backup's own file. A link would be copied as one, and what was written into the copy would be written into
    /// the backup. A device or a pipe has no end to copy to.
    @discardableResult
    package func source() throws(CosterFailure) -> String {
        guard let source = DurableRename.resolved(file),
            DurableRename.identity(source)?.kind == .regular
        else { throw CosterFailure(BackupError.noFile(backup: file)) }
        return source
    }

    /// Gives the checked copy the name of the database; an existing one gets another.
    ///
    /// - Parameter step: Called after each step.
    /// - Returns: That other name; nil if there was no database.
    /// - Throws: Exit code 78, also if another process has the database open.
    package func putInPlace(
        after step: @escaping (DatabaseSwap.Step) throws(CosterFailure) -> Void = { _ in }
    ) async throws(CosterFailure) -> String? {
        defer { removeStaging() }
        let aside = folder.booksAside(at: now)
        let replacement = DatabaseSwap(
            staged: staged, file: folder.databaseFile, aside: aside, after: step)
        return try await replacement.run() ? aside : nil
    }

    /// The companion files of a copied file in use belong to it; without them the file isn't whole.
    private func requireWhole(_ source: String) throws(CosterFailure) {
        for companion in ["-wal", "-journal"]
        where DurableRename.identity(source + companion) != nil {
            throw CosterFailure(
                BackupError.inUse(backup: file, companion: source + companion))
        }
    }

    private func audited() async throws(CosterFailure) -> Outcome {
        do throws(OnlineBackupError) {
            _ = try SQLPaymentStore.checkBackup(staged)
        } catch {
            throw CosterFailure(self.error(error))
        }
        var place = try DatabaseLocation(folder: DataFolder(staging), databaseURL: nil)
        place.alteredExit = .doesNotHold
        let store = try await place.open(mayMigrate: true)
        let noted = try await Restoration.note(in: store, at: now)
        let outcome = try await Restoration.audit(store, noted.value)
        do {
            try await store.closeAsOneFile()
        } catch {
            throw CosterFailure(BackupError.cannotCloseCopy(backup: file))
        }
        return outcome
    }

    /// Notes in a database that it was restored: before the audit, which takes its time, and whatever its result,
    /// because a shared database may be in use, which a breach makes no safer.
    ///
    /// - Returns: What the database doesn't know, and the configuration version with which running servers know of it.
    /// - Throws: Exit code 70 if the database can't be used.
    package static func note(
        in store: SQLPaymentStore, at now: Timestamp
    ) async throws(CosterFailure) -> Administered<RestoredDatabase> {
        do {
            return try await store.recordRestore(at: now)
        } catch {
            throw CosterFailure(BackupError.cannotAudit)
        }
    }

    /// Audits a restored database.
    ///
    /// - Throws: Exit code 70 if it can't be used; as an audit if it isn't sound.
    package static func audit(
        _ store: SQLPaymentStore, _ database: RestoredDatabase
    ) async throws(CosterFailure) -> Outcome {
        let report: AuditReport
        do {
            report = try await store.audit()
        } catch {
            throw CosterFailure(BackupError.cannotAudit)
        }
        guard report.isClean else {
            let codes = Set(report.breaches.map(\.code)).sorted().joined(separator: ", ")
            throw CosterFailure(BackupError.unsound(codes: codes))
        }
        let records = try await DatabaseSession.merchantRecords(store)
        return Outcome(
            payments: report.payments, operations: report.operations, database: database,
            hasLiveLine: records.hasLiveLine)
    }

    private var cannotCopy: CosterFailure {
        CosterFailure(BackupError.cannotCopy(backup: file, folder: folder.path))
    }

    private func error(_ error: OnlineBackupError) -> BackupError {
        switch error {
        case .tooNew(let found, let known): .tooNew(backup: file, found: found, known: known)
        case .damaged, .notOurs, .unreadable, .unwritable: .damaged(backup: file, code: error.code)
        }
    }

    private func removeStaging() {
        // A file that can't be removed has nothing that the backup doesn't have.
        try? FileManager.default.removeItem(atPath: staging)
    }
}
