import PaymentDomain
import Storage

extension Books {
    /// When the books were last put back from a backup; what was signed before may have been spent since.
    static func lastRestore(_ store: SQLiteStore) throws(CosterFailure) -> Timestamp? {
        do {
            return try store.lastRestore()
        } catch {
            throw CosterFailure(.internalFault, "The books cannot be read: \(error.rawValue).")
        }
    }
}
