import CardVault
import PaymentDomain
import PaymentEngine
import Database

/// A record under a retiring key, as a walk found it.
struct RetiringRow: Sendable {
    let row: Int64
    let binding: SealBinding
    let record: SealedRecord
}

/// A stretch of a table: the rows to reseal, and the walk's position after it.
struct WalkedPiece: Sendable {
    var rows: [RetiringRow]
    /// The last row looked at, or nil at the table's end.
    let end: Int64?
}

/// A resealed record.
struct ResealedRow: Sendable {
    let old: RetiringRow
    let record: SealedRecord
}

extension DatabaseStore {
    /// The next stretch of a table: not too many rows to reseal, and not too many to read.
    func piece(
        of column: SealedColumn, after row: Int64
    ) async throws(StoreError) -> WalkedPiece {
        try await read { db in
            let far = try db.first(
                column.farRow, [row.sqlValue, StorageLimits.rowsLookedAtPerPiece.sqlValue]
            ) { try $0.integerOrNil() }
            guard let far, let far else { return WalkedPiece(rows: [], end: nil) }
            let most = StorageLimits.rowsResealedPerCommit
            let rows = try db.allRows(
                column.retiringRows, [row.sqlValue, far.sqlValue, most.sqlValue]
            ) { columns in
                RetiringRow(
                    row: try columns.integer(),
                    binding: SealBinding(
                        merchant: MerchantID(try columns.text()),
                        subject: try column.subject(&columns), kind: column.kind),
                    record: try columns.sealed())
            }
            let isFull = rows.count == most
            return WalkedPiece(rows: rows, end: isFull ? rows.last?.row : far)
        }
    }

    /// Writes a stretch back, and the walk's position with it.
    ///
    /// A row that was changed or erased since it was read keeps its content; the next pass reads it again.
    ///
    /// - Returns: The rotation after it, or nil if another process walked meanwhile.
    func keep(
        _ rows: [ResealedRow], of column: SealedColumn, before rotation: RotationRecord,
        after next: RotationRecord
    ) async throws(StoreError) -> RotationRecord? {
        try await write { db in
            try db.beginAdministration()
            guard try db.unfinishedRotation() == rotation else { return nil }
            var changed = 0
            for row in rows {
                changed += try db.change(
                    column.replacement,
                    [
                        row.record.keyID.sqlValue, row.record.bytes.sqlValue,
                        row.old.row.sqlValue, row.old.record.keyID.sqlValue,
                        row.old.record.bytes.sqlValue,
                    ])
            }
            let reached = next.adding(resealed: changed)
            try db.keep(reached)
            return reached
        }
    }

    /// Begins the next pass.
    func beginPass(after rotation: RotationRecord) async throws(StoreError) -> RotationRecord? {
        try await write { db in
            try db.beginAdministration()
            guard try db.unfinishedRotation() == rotation else { return nil }
            let next = rotation.nextPass
            try db.keep(next)
            return next
        }
    }
}

extension SQLConnection {
    fileprivate func keep(_ rotation: RotationRecord) throws {
        try changeOne(
            """
            UPDATE rotations SET pass = ?, at_table = ?, at_row = ?, resealed = ?,
                pass_changes = ?, pass_damaged = ?
            WHERE number = ?
            """,
            [
                rotation.pass.sqlValue, rotation.table.sqlValue, rotation.row.sqlValue,
                rotation.resealed.sqlValue, rotation.passChanges.sqlValue,
                rotation.damaged.sqlValue, rotation.number.sqlValue,
            ])
    }
}

extension RotationRecord {
    /// The rotation at another place, after so many records were looked at that are under an old
    /// key.
    func at(
        table: String, row: Int64, changes: Int, damaged: Int
    ) -> RotationRecord {
        with(
            pass: pass, table: table, row: row, resealed: resealed,
            passChanges: passChanges + changes, damaged: self.damaged + damaged)
    }

    fileprivate func adding(resealed count: Int) -> RotationRecord {
        with(
            pass: pass, table: table, row: row, resealed: resealed + count,
            passChanges: passChanges, damaged: damaged)
    }

    fileprivate var nextPass: RotationRecord {
        with(pass: pass + 1, table: "", row: 0, resealed: resealed, passChanges: 0, damaged: 0)
    }

    private func with(
        pass: Int, table: String, row: Int64, resealed: Int, passChanges: Int, damaged: Int
    ) -> RotationRecord {
        RotationRecord(
            number: number, startedAt: startedAt, finishedAt: finishedAt,
            oldMasterID: oldMasterID, newMasterID: newMasterID, step: step, pass: pass,
            table: table, row: row, resealed: resealed, passChanges: passChanges,
            damaged: damaged)
    }
}
