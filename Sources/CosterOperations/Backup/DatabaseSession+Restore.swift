import MerchantStorage
import CosterServer
import Merchants
import PaymentDomain
import PaymentStorage

extension DatabaseSession {
    /// Writes an audit log entry for a change beside the database.
    package static func record(
        _ kind: AuditEntry.Kind, _ subject: String, in folder: DataFolder
    ) async throws(CosterFailure) {
        let store = try await open(folder)
        do {
            try await store.merchantStore.record(
                AuditEntry(
                    at: SystemClock.now(), actor: Operator.name, kind: kind, subject: subject))
            try store.close()
        } catch {
            throw CosterFailure(BackupError.notRecorded(folder: folder.path, error))
        }
    }
}
