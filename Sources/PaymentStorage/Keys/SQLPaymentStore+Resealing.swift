import StorageKit
import CardVault
import PaymentDomain
import PaymentEngine
import Database

/// A record under a retiring key, as a walk found it.
struct RetiringRow: Sendable {
    let row: Int64
    let binding: AssociatedData
    let record: SealedRecord
}

/// A stretch of a table: the rows to reseal, and the walk's position after it.
struct WalkedPiece: Sendable {
    var rows: [RetiringRow]
    /// The last row looked at, or nil at the table's end.
    let end: Int64?
}

struct ResealedRow: Sendable {
    let old: RetiringRow
    let record: SealedRecord
}

extension SQLPaymentStore {
    /// The next stretch of a table: not too many rows to reseal, and not too many to read.
    func piece(of column: SealedColumn, after row: Int64) async throws(StoreError) -> WalkedPiece {
        try await read { db in
            let far = try db.first(column.farRow, row, StorageLimits.rowsLookedAtPerPiece) {
                try $0.integerOrNil()
            }
            guard let far, let far else { return WalkedPiece(rows: [], end: nil) }
            let most = StorageLimits.rowsResealedPerCommit
            let rows = try db.allRows(column.retiringRows, row, far, most) { columns in
                try RetiringRow(
                    row: columns.integer(),
                    binding: AssociatedData(
                        merchant: columns.merchant(), subject: column.subject(&columns),
                        kind: column.kind), record: columns.sealed())
            }
            let isFull = rows.count == most
            return WalkedPiece(rows: rows, end: isFull ? rows.last?.row : far)
        }
    }

    /// Writes a stretch back, and the walk's position with it.
    ///
    /// A row that was changed or erased since it was read keeps its content; the next pass reads it again.
    ///
    /// - Returns: The rotation after it.
    func keep(
        _ rows: [ResealedRow], of column: SealedColumn, before rotation: RotationRecord,
        after next: RotationRecord
    ) async throws(RotationError) -> RotationRecord {
        try await advance(rotation) { db in
            var reached = next
            for row in rows {
                reached.resealed += try db.change(
                    column.replacement, row.record.keyID, row.record.bytes, row.old.row,
                    row.old.record.keyID, row.old.record.bytes)
            }
            try db.keep(reached)
            return reached
        }
    }

    func beginPass(after rotation: RotationRecord) async throws(RotationError) -> RotationRecord {
        try await advance(rotation) { db in
            var next = rotation.at(table: "", row: 0)
            next.pass += 1
            next.passChanges = 0
            next.damaged = 0
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
            rotation.pass, rotation.table, rotation.row, rotation.resealed, rotation.passChanges,
            rotation.damaged, rotation.number)
    }
}

extension RotationRecord {
    /// The rotation at another place, after so many records were looked at that are under an old
    /// key.
    func at(table: String, row: Int64, changes: Int = 0, damaged: Int = 0) -> RotationRecord {
        var next = self
        next.table = table
        next.row = row
        next.passChanges += changes
        next.damaged += damaged
        return next
    }
}
