import MerchantStorage
import PaymentDomain
import StorageKit

extension SQLPaymentStore {
    /// Checks every rule of the ledger against its rows, while other processes may be writing.
    ///
    /// The tables are read piece by piece, each piece in a snapshot of its own: memory stays small, and the log can be
    /// emptied in between. A rule's comparison is always within one snapshot.
    ///
    /// - Parameter progress: Called after each piece.
    package func audit(
        progress: @Sendable (AuditProgress) -> Void = { _ in }
    ) async throws(StoreError) -> AuditReport {
        var report = AuditReport()
        for (number, table) in AuditedTable.all.enumerated() {
            var place = table.start
            while true {
                let from = place
                let piece = try await read { db in
                    var piece = AuditPiece(place: from)
                    try table.read(db, &piece)
                    return piece
                }
                for breach in piece.breaches { report.add(breach) }
                report.rows[table.name, default: 0] += piece.rows
                progress(
                    AuditProgress(
                        table: table.name, rows: report.rows[table.name] ?? 0,
                        tablesDone: number, tables: AuditedTable.all.count))
                if piece.rows < AuditLimits.rowsPerSnapshot { break }
                place = piece.place
            }
        }
        return report
    }
}

extension AuditedTable {
    fileprivate static let all =
        [
            AuditedTable("payments") { try $0.auditPayments(&$1) }, operations, deliveries,
            spentTokens, idempotency, transactions, registrations, profiles, accounts,
            orders,
            AuditedTable("batches") { try $0.auditBatches(&$1) }, batchTotals,
        ] + merchantTables
}
