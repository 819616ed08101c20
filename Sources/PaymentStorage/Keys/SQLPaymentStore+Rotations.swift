import MerchantStorage
import StorageKit
import CardVault
import Merchants
import PaymentDomain
import PaymentEngine
import Database

package enum RotationBeginning: Sendable, Hashable {
    /// It is begun; running servers have its keys when they reached this configuration version.
    case begun(RotationRecord, configurationVersion: Int64)
    /// One that began before has not ended; it is to be gone on with.
    case unfinished(RotationRecord)
    /// Keys were added since the plan was made; make another.
    case outdated
}

extension SQLPaymentStore {
    package func unfinishedRotation() async throws(StoreError) -> RotationRecord? {
        try await read { db in try db.unfinishedRotation() }
    }

    /// Begins a rotation: its new keys are in the database, all or none.
    package func begin(
        _ plan: RotationPlan, by actor: String
    ) async throws(StoreError) -> RotationBeginning {
        try await write { db in
            try db.beginAdministration()
            if let unfinished = try db.unfinishedRotation() { return .unfinished(unfinished) }
            guard try Set(db.wrappedKeys()) == plan.basis else { return .outdated }
            // The keys first: during a rotation none may be added.
            for key in plan.new { try db.insert(key) }
            if let shares = plan.shares { try db.insert(shares) }
            try db.changeOne(
                """
                INSERT INTO rotations (started_at, old_master, new_master, step)
                VALUES (?, ?, ?, 'takingUp')
                """,
                plan.startedAt, plan.oldMasterID, plan.newMasterID)
            let begun = try db.unfinishedRotation().orCorrupt
            let configurationVersion = try db.recordChange(
                begun.act(.rotationBegun, by: actor, at: plan.startedAt))
            return .begun(begun, configurationVersion: configurationVersion)
        }
    }

    /// Makes one change of a rotation.
    ///
    /// - Throws: ``RotationError/underway`` if another process has changed it since it was read.
    func advance<Value: Sendable>(
        _ rotation: RotationRecord, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws(RotationError) -> Value {
        let value: Value?
        do {
            value = try await write { db in
                try db.beginAdministration()
                return try db.unfinishedRotation() == rotation ? body(db) : nil
            }
        } catch {
            throw .store(error)
        }
        guard let value else { throw .underway }
        return value
    }

    /// Has running servers look again.
    ///
    /// - Returns: The configuration version that they reach with it.
    func announce() async throws(StoreError) -> Int64 {
        try await write { db in try db.raiseConfigurationVersion() }
    }

    /// Retires the old sealing keys, now that every server seals with the new ones; from here on the database refuses
    /// content that is sealed under them.
    ///
    /// The tables are locked: a process that has written under an old key and not committed yet is waited for, and
    /// later ones are refused. So nothing appears behind the walk that follows.
    func retireOldKeys(_ rotation: RotationRecord) async throws(StoreError) {
        try await write { db in
            try db.beginAdministration()
            try db.hold(tables: SealedColumn.tablesAsWritten)
            let isOurs = try db.changesOne(
                "UPDATE rotations SET step = 'resealing' WHERE number = ? AND step = 'takingUp'",
                rotation.number)
            // A process that resumes late finds that another went on: the keys that are old now are the next
            // rotation's.
            guard isOurs else { return }
            try db.change(
                """
                UPDATE wrapped_keys SET state = 'retiring'
                WHERE purpose = 'sealing' AND generation < (
                    SELECT max(newer.generation) FROM wrapped_keys newer
                    WHERE newer.purpose = 'sealing' AND newer.merchant = wrapped_keys.merchant)
                """)
            try db.raiseConfigurationVersion()
        }
    }

    /// Ends a rotation after a walk that found nothing more to do: the old sealing keys are deleted, and all that an
    /// old master key wraps.
    ///
    /// - Returns: The configuration version with which running servers know it.
    func finish(
        _ rotation: RotationRecord, by actor: String, at now: Timestamp
    ) async throws(RotationError) -> Int64 {
        guard rotation.step == .resealing else { throw .underway }
        return try await advance(rotation) { db in
            try db.change("DELETE FROM wrapped_keys WHERE state = 'retiring'")
            if rotation.changesMaster { try db.forget(master: rotation.oldMasterID) }
            _ = try db.keys(underOnly: rotation.newMasterID)
            try db.changeOne(
                "UPDATE rotations SET step = 'finished', finished_at = ? WHERE number = ?", now,
                rotation.number)
            return try db.recordChange(rotation.act(.rotationEnded, by: actor, at: now))
        }
    }

    /// Drops the new master key of a rotation, which goes on as one of data keys alone.
    ///
    /// Until a rotation ends every key is under the old master key too. So nothing is lost with what the new one wraps;
    /// the new data keys stay, because servers seal with them already.
    ///
    /// - Returns: The rotation as it is now, or nil if it isn't at the expected step.
    /// - Throws: ``PaymentDomain/StoreError/corrupt`` if a key is under the new master key alone; nothing is changed
    ///   then.
    package func abandonNewMaster(
        of rotation: RotationRecord, by actor: String, at now: Timestamp
    ) async throws(StoreError) -> RotationRecord? {
        let goesOn: RotationRecord? = try await write { db in
            try db.beginAdministration()
            guard try db.unfinishedRotation() == rotation, rotation.changesMaster else {
                return nil
            }
            let names = try Set(db.wrappedKeys().map(\.id))
            try db.forget(master: rotation.newMasterID)
            guard try Set(db.keys(underOnly: rotation.oldMasterID).map(\.id)) == names else {
                throw SQLError.corrupt
            }
            try db.changeOne(
                "UPDATE rotations SET new_master = old_master WHERE number = ?", rotation.number)
            try db.recordChange(rotation.act(.masterKeyAbandoned, by: actor, at: now))
            return try db.unfinishedRotation()
        }
        if goesOn != nil { await emptyLog() }
        return goesOn
    }
}

extension RotationRecord {
    fileprivate func act(
        _ kind: AuditEntry.Kind, by actor: String, at now: Timestamp
    ) -> AuditEntry {
        let masters = changesMaster ? "\(oldMasterID) to \(newMasterID)" : newMasterID
        let isLoss = kind == .rotationEnded && damaged > 0
        return AuditEntry(
            at: now, actor: actor, kind: kind, subject: "rotation \(number) \(masters)",
            result: isLoss ? "done, \(damaged.counted("damaged record")) given up" : "done")
    }
}

extension SQLConnection {
    func unfinishedRotation() throws -> RotationRecord? {
        try first(
            """
            SELECT number, started_at, finished_at, old_master, new_master, step, pass, at_table,
                at_row, resealed, pass_changes, pass_damaged
            FROM rotations WHERE finished_at IS NULL
            """
        ) { columns in
            try RotationRecord(
                number: columns.integer(), startedAt: columns.timestamp(),
                finishedAt: columns.timestampOrNil(), oldMasterID: columns.text(),
                newMasterID: columns.text(), step: columns.named(), pass: columns.count(),
                table: columns.text(), row: columns.integer(), resealed: columns.count(),
                passChanges: columns.count(), damaged: columns.count())
        }
    }

    /// Deletes all that a master key wraps, and the commitments of its shares.
    fileprivate func forget(master: String) throws {
        try change("DELETE FROM wrapped_keys WHERE master_id = ?", master)
        try change("DELETE FROM key_shares WHERE master_id = ?", master)
    }

    /// The keys, if all of them are under one master key alone, and the key for hashes is among them.
    fileprivate func keys(underOnly master: String) throws -> [WrappedKey] {
        let keys = try wrappedKeys()
        guard keys.contains(where: { $0.purpose == .hashing }),
            keys.allSatisfy({ $0.masterID == master })
        else { throw SQLError.corrupt }
        return keys
    }
}
