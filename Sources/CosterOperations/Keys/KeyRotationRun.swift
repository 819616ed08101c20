import MerchantStorage
import KeyCustody
import CardVault
import CosterServer
import PaymentDomain
import PaymentEngine
import PaymentStorage

/// Begins rotations and carries them out, and says how it goes.
package struct KeyRotationRun: Sendable {
    package let store: SQLPaymentStore
    /// Opens the database in its current state.
    package let master: MasterKey
    package let actor: String
    package let now: @Sendable () -> Timestamp
    package let servers: KeyRotation.Servers
    /// Takes each line for the operator.
    package let say: @Sendable (_ line: String) -> Void
    /// Takes how far the run is.
    package let show: @Sendable (_ progress: RotationProgress) -> Void

    package init(
        store: SQLPaymentStore, master: MasterKey, actor: String,
        now: @escaping @Sendable () -> Timestamp, servers: @escaping KeyRotation.Servers,
        say: @escaping @Sendable (_ line: String) -> Void,
        show: @escaping @Sendable (_ progress: RotationProgress) -> Void
    ) {
        self.store = store
        self.master = master
        self.actor = actor
        self.now = now
        self.servers = servers
        self.say = say
        self.show = show
    }

    /// A rotation that was begun and has not ended.
    package func unfinished() async throws(CosterFailure) -> RotationRecord? {
        do {
            return try await store.unfinishedRotation()
        } catch {
            throw await failure(of: .store(error))
        }
    }

    /// Begins a rotation.
    package func begin(
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
            } catch {
                throw await failure(behind: error)
            }
            switch beginning {
            case .begun(let rotation, _):
                say("Rotation \(rotation.number) started.")
                return rotation
            case .unfinished: throw await failure(of: .underway)
            // A merchant got a key meanwhile.
            case .outdated: continue
            }
        }
    }

    /// Drops the new master key of a rotation, which goes on with the given one.
    ///
    /// - Throws: Exit code 65 if the given key is the new one, 78 if it doesn't open every key.
    package func abandonNewMaster(
        of rotation: RotationRecord
    ) async throws(CosterFailure) -> RotationRecord {
        guard master.id != rotation.newMasterID else {
            throw CosterFailure(KeyRotationError.isNewKey(id: master.id))
        }
        let goesOn: RotationRecord?
        do {
            // Before the other way to them is deleted: each opens with the given key.
            _ = try VaultKeys.opened(
                master: master, existing: try await store.wrappedKeys())
            goesOn = try await store.abandonNewMaster(of: rotation, by: actor, at: now())
        } catch {
            throw await failure(behind: error)
        }
        guard let goesOn else { throw await failure(of: .underway) }
        say(
            "The new master key \(rotation.newMasterID) is dropped. The rotation continues under \(rotation.oldMasterID)."
        )
        return goesOn
    }

    /// Makes sure that no server runs that could not take up new keys: one that has a master key
    /// from before the last rotation would take no payment after this one.
    package func requireServersWithKeys() async throws(CosterFailure) {
        let configurationVersion: Int64
        do {
            configurationVersion = try await store.merchantStore.configurationVersion()
        } catch {
            throw await failure(of: .store(error))
        }
        guard await servers(configurationVersion) else { throw await failure(of: .serversLate) }
    }

    /// Carries a rotation to its end.
    package func finish(
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
                switch progress {
                case .waitingForServers, .walked: show(progress)
                case .damaged(let table, let row):
                    say("damaged: row \(row) of \(table) doesn't decrypt")
                case .finished(let resealed):
                    say("Encrypted \(resealed.counted("record")) again.")
                }
            }
        } catch {
            throw await failure(of: error)
        }
    }

    private func failure(behind error: any Error) async -> CosterFailure {
        if let error = error as? VaultError { return await failure(of: .vault(error)) }
        return await failure(of: .store(error as? StoreError ?? .unavailable))
    }

    private func failure(of error: RotationError) async -> CosterFailure {
        switch error {
        case .store(let error): CosterFailure(KeyRotationError.databaseUnusable(error))
        case .vault(let error): await DatabaseSession.closed(.vault(error), store, master)
        case .serversLate: CosterFailure(KeyRotationError.serversLate)
        case .underway: CosterFailure(KeyRotationError.inProgress)
        case .damaged(let count): CosterFailure(KeyRotationError.damaged(count))
        }
    }
}
