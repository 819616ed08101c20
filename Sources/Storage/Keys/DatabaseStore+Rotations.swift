import CardVault
import Merchants
import PaymentDomain
import PaymentEngine
import Database

/// The result of beginning a rotation.
package enum RotationBeginning: Sendable, Hashable {
    /// It is begun; running servers have its keys when they reached this epoch.
    case begun(RotationRecord, epoch: Int64)
    /// One that began before has not ended; it is to be gone on with.
    case unfinished(RotationRecord)
    /// Keys were added since the plan was made; make another.
    case outdated
}

extension DatabaseStore {
    /// The rotation that has not ended, if any.
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
            guard Set(try db.wrappedKeys()) == plan.basis else { return .outdated }
            // The keys first: during a rotation none may be added.
            for key in plan.new { try db.insert(key) }
            if let shares = plan.shares { try db.insert(shares) }
            try db.changeOne(
                """
                INSERT INTO rotations (started_at, old_master, new_master, step)
                VALUES (?, ?, ?, 'takingUp')
                """,
                [
                    plan.startedAt.value, plan.oldMasterID.sqlValue, plan.newMasterID.sqlValue,
                ])
            guard let begun = try db.unfinishedRotation() else { throw SQLError.corrupt }
            let epoch = try db.record(
                begun.act(.rotationBegun, by: actor, at: plan.startedAt), isChange: true)
            return .begun(begun, epoch: epoch)
        }
    }

    /// Has running servers look again.
    ///
    /// - Returns: The epoch that they reach with it.
    func announce() async throws(StoreError) -> Int64 {
        try await write { db in
            try db.raiseEpoch()
            return try db.epoch()
        }
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
            let isOurs = try db.change(
                "UPDATE rotations SET step = 'resealing' WHERE number = ? AND step = 'takingUp'",
                [rotation.number.sqlValue])
            // A process that resumes late finds that another went on: the keys that are old now are the next
            // rotation's.
            guard isOurs == 1 else { return }
            try db.change(
                """
                UPDATE wrapped_keys SET state = 'retiring'
                WHERE purpose = 'sealing' AND generation < (
                    SELECT max(newer.generation) FROM wrapped_keys newer
                    WHERE newer.purpose = 'sealing' AND newer.merchant = wrapped_keys.merchant)
                """, [])
            try db.raiseEpoch()
        }
    }

    /// Ends a rotation after a walk that found nothing more to do: the old sealing keys are deleted, and all that an
    /// old master key wraps.
    ///
    /// - Returns: The configuration version with which running servers know it, or nil if the rotation isn't at the
    ///   expected step.
    func finish(
        _ rotation: RotationRecord, by actor: String, at now: Timestamp
    ) async throws(StoreError) -> Int64? {
        try await write { db in
            try db.beginAdministration()
            guard try db.unfinishedRotation() == rotation, rotation.step == .resealing else {
                return nil
            }
            try db.change("DELETE FROM wrapped_keys WHERE state = 'retiring'", [])
            if rotation.changesMaster {
                let old = [rotation.oldMasterID.sqlValue]
                try db.change("DELETE FROM wrapped_keys WHERE master_id = ?", old)
                try db.change("DELETE FROM key_shares WHERE master_id = ?", old)
            }
            let left = try db.wrappedKeys()
            guard left.contains(where: { $0.purpose == .hashing }),
                left.allSatisfy({ $0.masterID == rotation.newMasterID })
            else { throw SQLError.corrupt }
            try db.changeOne(
                "UPDATE rotations SET step = 'finished', finished_at = ? WHERE number = ?",
                [now.value, rotation.number.sqlValue])
            return try db.record(
                rotation.act(.rotationEnded, by: actor, at: now), isChange: true)
        }
    }

    /// Drops the new master key of a rotation, which goes on as one of data keys alone.
    ///
    /// Until a rotation ends every key is under the old master key too. So nothing is lost with what the new one wraps;
    /// the new data keys stay, because servers seal with them already.
    ///
    /// - Returns: The rotation as it is now, or nil if it isn't at the expected step.
    /// - Throws: ``PaymentEngine/StoreError/corrupt`` if a key is under the new master key alone; nothing is changed
    ///   then.
    package func abandonNewMaster(
        of rotation: RotationRecord, by actor: String, at now: Timestamp
    ) async throws(StoreError) -> RotationRecord? {
        let goesOn: RotationRecord? = try await write { db in
            try db.beginAdministration()
            guard try db.unfinishedRotation() == rotation, rotation.changesMaster else {
                return nil
            }
            let names = Set(try db.wrappedKeys().map(\.id))
            let new = [rotation.newMasterID.sqlValue]
            try db.change("DELETE FROM wrapped_keys WHERE master_id = ?", new)
            try db.change("DELETE FROM key_shares WHERE master_id = ?", new)
            let left = try db.wrappedKeys()
            guard left.contains(where: { $0.purpose == .hashing }), Set(left.map(\.id)) == names,
                left.allSatisfy({ $0.masterID == rotation.oldMasterID })
            else { throw SQLError.corrupt }
            try db.changeOne(
                "UPDATE rotations SET new_master = old_master WHERE number = ?",
                [rotation.number.sqlValue])
            try db.record(
                rotation.act(.masterKeyAbandoned, by: actor, at: now), isChange: true)
            return try db.unfinishedRotation()
        }
        if goesOn != nil { await emptyLog() }
        return goesOn
    }

    /// Empties a file's log of changes, in which old pages lie until it is written over.
    ///
    /// Where someone reads for long meanwhile, the old pages stay in it until they are written over.
    func emptyLog() async {
        do {
            try await book.emptyLog()
        } catch {
            // Nothing that works depends on it.
        }
    }
}

extension RotationRecord {
    fileprivate func act(
        _ kind: AdministrativeAct.Kind, by actor: String, at now: Timestamp
    ) -> AdministrativeAct {
        let masters = changesMaster ? "\(oldMasterID) to \(newMasterID)" : newMasterID
        let isLoss = kind == .rotationEnded && damaged > 0
        return AdministrativeAct(
            at: now, actor: actor, kind: kind, subject: "rotation \(number) \(masters)",
            result: isLoss ? "done, \(damaged) damaged records given up" : "done")
    }
}

extension SQLConnection {
    func unfinishedRotation() throws -> RotationRecord? {
        try first(
            """
            SELECT number, started_at, finished_at, old_master, new_master, step, pass, at_table,
                at_row, resealed, pass_changes, pass_damaged
            FROM rotations WHERE finished_at IS NULL
            """, []
        ) { columns in
            RotationRecord(
                number: try columns.integer(), startedAt: try columns.timestamp(),
                finishedAt: try columns.timestampOrNil(), oldMasterID: try columns.text(),
                newMasterID: try columns.text(), step: try columns.named(),
                pass: try columns.count(), table: try columns.text(),
                row: try columns.integer(), resealed: try columns.count(),
                passChanges: try columns.count(), damaged: try columns.count())
        }
    }

    func epoch() throws -> Int64 {
        let epoch = try first("SELECT epoch FROM administration WHERE id = 1", []) {
            try $0.integer()
        }
        guard let epoch else { throw SQLError.corrupt }
        return epoch
    }
}
