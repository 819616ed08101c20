import CardVault
import PaymentDomain
import PaymentEngine
import Storage

/// Begins rotations and carries them out, and says how it goes.
struct RotationDesk: Sendable {
    let store: DatabaseStore
    /// Opens the books as they are.
    let master: MasterKey
    let actor: String
    let now: @Sendable () -> Timestamp
    let servers: KeyRotation.Servers
    let say: @Sendable (String) -> Void

    /// A rotation that was begun and has not ended.
    func unfinished() async throws(CosterFailure) -> RotationRecord? {
        do {
            return try await store.unfinishedRotation()
        } catch {
            throw failure(of: .store(error))
        }
    }

    /// Begins a rotation.
    func begin(
        to next: MasterKey, shares: ShareCommitments?
    ) async throws(CosterFailure) -> RotationRecord {
        while true {
            let plan: RotationPlan
            let beginning: RotationBeginning
            do {
                plan = try RotationPlan(
                    existing: try await store.wrappedKeys(), from: master, to: next,
                    shares: shares, at: now())
                beginning = try await store.begin(plan, by: actor)
            } catch let error as VaultError {
                throw failure(of: .vault(error))
            } catch let error as StoreError {
                throw failure(of: .store(error))
            } catch {
                throw failure(of: .store(.unavailable))
            }
            switch beginning {
            case .begun(let rotation, _):
                say("rotation \(rotation.number) begun")
                return rotation
            case .unfinished: throw failure(of: .underway)
            // A merchant got a key meanwhile.
            case .outdated: continue
            }
        }
    }

    /// Makes sure that no server runs that could not take up new keys: one that has a master key
    /// from before the last rotation would take no payment after this one.
    func requireServersWithKeys() async throws(CosterFailure) {
        let epoch: Int64
        do {
            epoch = try await store.epoch()
        } catch {
            throw failure(of: .store(error))
        }
        guard await servers(epoch) else { throw failure(of: .serversLate) }
    }

    /// Carries a rotation to its end.
    func finish(
        _ rotation: RotationRecord, givesUpDamaged: Bool
    ) async throws(CosterFailure) {
        do throws(RotationError) {
            let keys: VaultKeys
            do {
                keys = try VaultKeys.opened(
                    master: master, existing: try await store.wrappedKeys())
            } catch let error as VaultError {
                throw RotationError.vault(error)
            } catch {
                throw RotationError.store(.unavailable)
            }
            let work = KeyRotation(
                store: store, keys: keys, servers: servers, by: actor, now: now)
            try await work.run(rotation, givesUpDamaged: givesUpDamaged) { progress in
                say(progress.sentence)
            }
        } catch {
            throw failure(of: error)
        }
    }

    private func failure(of error: RotationError) -> CosterFailure {
        switch error {
        case .store(let error):
            CosterFailure(
                .configuration,
                "The books could not be used just now (\(error.rawValue)). Start the rotation again; it goes on where it was."
            )
        case .vault(let error):
            CosterFailure(
                .configuration,
                "The vault's keys do not open with the master key \(master.id) (\(error.code)). Give the key that opens these books; coster keys inventory names it."
            )
        case .serversLate:
            CosterFailure(
                .doesNotHold,
                "A running server has not taken up the new keys, so the old ones stay in use. See that it reaches the books and has the master key that they are under now (restart it with it), or stop it, and start the rotation again."
            )
        case .underway:
            CosterFailure(
                .doesNotHold, "Another rotation is at work on these books. Let it end.")
        case .damaged(let count):
            CosterFailure(
                .doesNotHold,
                "\(count) records do not open, so the old keys are kept for them. Restore them from a backup and start again, or give them up with --give-up-damaged."
            )
        }
    }
}

extension RotationProgress {
    /// For people.
    var sentence: String {
        switch self {
        case .waitingForServers: "… waiting for running servers to take it up"
        case .walked(let table, let row, let resealed):
            "… \(table): up to row \(row); \(resealed) records sealed anew in all"
        case .damaged(let table, let row): "damaged: row \(row) of \(table) does not open"
        case .finished(let resealed): "rotation ended: \(resealed) records sealed anew"
        }
    }
}
