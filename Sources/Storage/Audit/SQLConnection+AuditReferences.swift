import Database

/// References from one table to another. The schema's foreign keys hold them, but someone can switch those off. Those
/// of payments and operations are checked with their rows.
extension SQLConnection {
    /// Totals: each is of a batch that is there. A breach names the batch.
    func auditBatchTotals(_ piece: inout AuditPiece) throws {
        try eachRow(
            """
            SELECT t.batch, t.batch, EXISTS (SELECT 1 FROM batches b WHERE b.number = t.batch)
            FROM batch_totals t WHERE t.batch > ? GROUP BY t.batch ORDER BY t.batch LIMIT ?
            """,
            piece.query
        ) { columns in
            piece.place = [try columns.value()]
            piece.rows += 1
            let batch = try columns.integer()
            piece.check(try columns.integer() != 0, .batchMissing, String(batch))
        }
    }

    /// Certificates: each is of a merchant that is there. A breach names the certificate's number.
    func auditCertificates(_ piece: inout AuditPiece) throws {
        try eachRow(
            """
            SELECT c.number, c.number, EXISTS (SELECT 1 FROM merchants m WHERE m.name = c.merchant)
            FROM certificates c WHERE c.number > ? ORDER BY c.number LIMIT ?
            """,
            piece.query
        ) { columns in
            piece.place = [try columns.value()]
            piece.rows += 1
            let number = try columns.integer()
            piece.check(try columns.integer() != 0, .merchantMissing, "certificate \(number)")
        }
    }

    /// Clients: each is of a merchant that is there. A breach names the client.
    func auditClients(_ piece: inout AuditPiece) throws {
        try eachRow(
            """
            SELECT c.dialect, c.name, c.dialect, c.name,
                EXISTS (SELECT 1 FROM merchants m WHERE m.name = c.merchant)
            FROM clients c WHERE (c.dialect, c.name) > (?, ?) ORDER BY c.dialect, c.name LIMIT ?
            """,
            piece.query
        ) { columns in
            piece.place = [try columns.value(), try columns.value()]
            piece.rows += 1
            let dialect = try columns.text()
            let name = try columns.text()
            piece.check(
                try columns.integer() != 0, .merchantMissing, "client \(dialect) \(name)")
        }
    }

    /// Secrets: each is of a client that is there. A breach names the secret's number.
    func auditCredentials(_ piece: inout AuditPiece) throws {
        try eachRow(
            """
            SELECT s.number, s.number, EXISTS (SELECT 1 FROM clients c
                WHERE c.dialect = s.dialect AND c.name = s.client)
            FROM credentials s WHERE s.number > ? ORDER BY s.number LIMIT ?
            """,
            piece.query
        ) { columns in
            piece.place = [try columns.value()]
            piece.rows += 1
            let number = try columns.integer()
            piece.check(try columns.integer() != 0, .clientMissing, "secret \(number)")
        }
    }
}
