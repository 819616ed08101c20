import Database
import PaymentEngine

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

    /// A table whose rows are read by a function.
    init(
        _ name: String, after start: [SQLValue] = [.integer(.min)],
        read: @escaping @Sendable (any SQLConnection, inout AuditPiece) throws -> Void
    ) {
        self.name = name
        self.start = start
        self.read = read
    }

    /// A table of which each row is held to conditions, each with the rule that it breaks.
    ///
    /// - Parameters:
    ///   - table: Its name, and how the conditions call it.
    ///   - source: The rows in the words of FROM, if not all of the table.
    ///   - key: The columns of its primary key.
    ///   - start: A key below every key of the table.
    ///   - named: The columns that name a row in a breach, if not the key.
    ///   - rules: The conditions in SQL, none of which is NULL.
    ///   - subject: Reads the name of a row.
    init(
        _ table: String, from source: String? = nil, by key: String,
        after start: [SQLValue] = [.integer(.min)],
        named: String? = nil, _ rules: KeyValuePairs<AuditRule, String>,
        subject: @escaping @Sendable (inout RowColumns) throws -> String
    ) {
        let places = start.map { _ in "?" }.joined(separator: ", ")
        let conditions = rules.map { "(\($0.value))" }.joined(separator: ", ")
        let sql = """
            SELECT \(key), \(named ?? key), \(conditions) FROM \(source ?? table)
            WHERE (\(key)) > (\(places)) ORDER BY \(key) LIMIT ?
            """
        let kinds = rules.map(\.key)
        self.init(String(table.prefix { $0 != " " }), after: start) { db, piece in
            try db.eachRow(sql, piece.query) { columns in
                piece.add(try start.map { _ in try columns.value() })
                let name = try subject(&columns)
                for rule in kinds { piece.check(try columns.flag(), rule, name) }
            }
        }
    }

    static let all =
        [
            AuditedTable("payments") { try $0.auditPayments(&$1) }, operations, deliveries,
            spentTokens, idempotency, transactions, registrations,
            AuditedTable("batches") { try $0.auditBatches(&$1) },
        ] + references + [
            AuditedTable("acts") { try $0.auditActs(&$1) },
            AuditedTable("administration", after: []) { try $0.auditLogHead(&$1) },
        ]
}

/// The rows of one snapshot.
struct AuditPiece: Sendable {
    /// The key of the last row that was read.
    private(set) var place: [SQLValue]
    private(set) var rows = 0
    private(set) var breaches: [AuditBreach] = []

    init(place: [SQLValue]) {
        self.place = place
    }

    /// The values of a query for the next rows: the place, and how many.
    var query: [SQLValue] {
        place + [StorageLimits.auditedPerSnapshot.sqlValue]
    }

    /// Counts a row, and moves the place to it.
    mutating func add(_ key: [SQLValue]) {
        place = key
        rows += 1
    }

    mutating func check(_ holds: Bool, _ rule: AuditRule, _ subject: String) {
        if !holds { breaches.append(AuditBreach(rule: rule, subject: subject)) }
    }
}
