import CardVault
import PaymentDomain
import PaymentEngine
import Storage

/// What is done with books that are open.
enum OpenBooks {
    /// The vault whose wrapped keys lie in the books; a new one for new books.
    static func vault(
        _ store: DatabaseStore, master: MasterKey
    ) async throws(CosterFailure) -> CardVault {
        do {
            let existing = try await store.wrappedKeys()
            let (keys, new) = try VaultKeys.bootstrap(master: master, existing: existing)
            guard !new.isEmpty else { return CardVault(keys: keys) }
            if try await store.save(new) { return CardVault(keys: keys) }
            // Another process set these books up at the same moment: its keys stand.
            let theirs = try VaultKeys.bootstrap(
                master: master, existing: try await store.wrappedKeys())
            return CardVault(keys: theirs.keys)
        } catch {
            throw CosterFailure(
                .configuration,
                "The vault's keys do not open with this master key. Give the key that these books were made with."
            )
        }
    }

    /// Closes the open batch.
    static func closeBatch(_ store: DatabaseStore) async throws(CosterFailure) -> BatchSummary {
        do {
            return try await store.closeBatch(at: SystemClock.now())
        } catch {
            throw CosterFailure(.internalFault, "The batch could not be closed: \(error.rawValue).")
        }
    }

    /// Whether the books can be read now.
    static func areUsable(_ store: DatabaseStore) async -> Bool {
        do {
            _ = try await store.recentPayments(1)
            return true
        } catch {
            return false
        }
    }
}
