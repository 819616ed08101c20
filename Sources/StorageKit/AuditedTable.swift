import Database

/// A table, and how a piece of it is audited.
package struct AuditedTable: Sendable {
    package let name: String
    /// A key below every key of the table.
    package let start: [SQLValue]
    /// Reads the rows after the piece's place, and moves the place to the last of them.
    package let read: @Sendable (any SQLConnection, inout AuditPiece) throws -> Void

    /// A table whose rows are read by a function.
    package init(
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
    package init(
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
}

/// The rows of one snapshot.
package struct AuditPiece: Sendable {
    /// The key of the last row that was read.
    package private(set) var place: [SQLValue]
    /// How many there were.
    package private(set) var rows = 0
    /// The rules that they break.
    package private(set) var breaches: [AuditBreach] = []

    /// A piece that begins behind a row.
    package init(place: [SQLValue]) {
        self.place = place
    }

    /// The values of a query for the next rows: the place, and how many.
    package var query: [SQLValue] {
        place + [AuditLimits.rowsPerSnapshot.sqlValue]
    }

    /// Counts a row, and moves the place to it.
    package mutating func add(_ key: [SQLValue]) {
        place = key
        rows += 1
    }

    /// Notes that a row breaks a rule, if it does.
    package mutating func check(_ holds: Bool, _ rule: AuditRule, _ subject: String) {
        if !holds { breaches.append(AuditBreach(rule: rule, subject: subject)) }
    }
}
