import Merchants
import PaymentDomain
import Storage

extension OpenBooks {
    /// Puts an act on record that was done beside the books.
    static func record(
        _ kind: AdministrativeAct.Kind, _ subject: String, in folder: DataFolder
    ) async throws(CosterFailure) {
        let store = try await open(folder)
        do {
            try await store.record(
                AdministrativeAct(
                    at: SystemClock.now(), actor: Operator.name, kind: kind, subject: subject))
            try store.close()
        } catch {
            throw CosterFailure(
                .configuration,
                "It is done, but the books in \(folder.path) could not be told (\(error.rawValue)). Check free space."
            )
        }
    }

    /// When the books were last put back from a backup; what was signed before may have been spent since.
    static func lastRestore(_ store: DatabaseStore) async throws(CosterFailure) -> Timestamp? {
        do {
            return try await store.lastRestore()
        } catch {
            throw CosterFailure(.internalFault, "The books cannot be read: \(error.rawValue).")
        }
    }
}
