import PaymentEngine
import Database

extension DatabaseStore {
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
        for table in AuditedTable.all {
            var place = table.start
            var rows = 0
            while true {
                let from = place
                let piece = try await read { db in
                    var piece = AuditPiece(place: from)
                    try table.read(db, &piece)
                    return piece
                }
                for breach in piece.breaches { report.add(breach) }
                report.payments += piece.payments
                report.operations += piece.operations
                rows += piece.rows
                progress(AuditProgress(table: table.name, rows: rows))
                if piece.rows < StorageLimits.auditedPerSnapshot { break }
                place = piece.place
            }
        }
        return report
    }
}

/// A table, and how a piece of it is audited.
struct AuditedTable: Sendable {
    let name: String
    /// A key below every key of the table.
    let start: [SQLValue]
    /// Reads the rows after the piece's place, and moves the place to the last of them.
    let read: @Sendable (any SQLConnection, inout AuditPiece) throws -> Void

    private static let beforeFirstRow = [Int64.min.sqlValue]

    static let all = [
        AuditedTable(name: "payments", start: beforeFirstRow) { try $0.auditPayments(&$1) },
        AuditedTable(name: "operations", start: beforeFirstRow) { try $0.auditOperations(&$1) },
        AuditedTable(name: "deliveries", start: ["".sqlValue]) {
            try $0.auditDeliveries(&$1)
        },
        AuditedTable(name: "spent_tokens", start: ["".sqlValue, "".sqlValue]) {
            try $0.auditSpentTokens(&$1)
        },
        AuditedTable(name: "idempotency", start: beforeFirstRow) {
            try $0.auditIdempotency(&$1)
        },
        AuditedTable(name: "transactions", start: beforeFirstRow) {
            try $0.auditTransactions(&$1)
        },
        AuditedTable(name: "registrations", start: beforeFirstRow) {
            try $0.auditRegistrations(&$1)
        },
        AuditedTable(name: "batches", start: beforeFirstRow) { try $0.auditBatches(&$1) },
        AuditedTable(name: "batch_totals", start: beforeFirstRow) {
            try $0.auditBatchTotals(&$1)
        },
        AuditedTable(name: "certificates", start: beforeFirstRow) {
            try $0.auditCertificates(&$1)
        },
        AuditedTable(name: "clients", start: ["".sqlValue, "".sqlValue]) {
            try $0.auditClients(&$1)
        },
        AuditedTable(name: "credentials", start: beforeFirstRow) {
            try $0.auditCredentials(&$1)
        },
        AuditedTable(name: "acts", start: beforeFirstRow) { try $0.auditActs(&$1) },
        AuditedTable(name: "administration", start: []) { db, piece in
            try db.auditActHead(&piece)
        },
    ]
}

/// The rows of one snapshot.
struct AuditPiece: Sendable {
    /// The key of the last row that was read.
    var place: [SQLValue]
    var rows = 0
    var payments = 0
    var operations = 0
    var breaches: [AuditBreach] = []

    init(place: [SQLValue]) {
        self.place = place
    }

    /// The values of a query for the next rows: the place, and how many.
    var query: [SQLValue] {
        place + [StorageLimits.auditedPerSnapshot.sqlValue]
    }

    mutating func check(_ holds: Bool, _ rule: AuditRule, _ subject: String) {
        if !holds { breaches.append(AuditBreach(rule: rule, subject: subject)) }
    }
}
