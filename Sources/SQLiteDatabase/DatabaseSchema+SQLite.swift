import Database
import GRDB

extension DatabaseSchema {
    /// Does the steps that this file lacks; several processes may try at once.
    ///
    /// The number of finished steps is SQLite's `user_version`. A file that lacks none is only read: a server that
    /// writes to it, and other openings, needn't wait.
    ///
    /// - Returns: The version that was found.
    /// - Throws: ``Database/SchemaError/tooNew(found:known:)``, ``Database/SchemaError/altered(_:)``, or SQLite's error.
    func bringUpToDate(_ db: Database) throws -> Int {
        var found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        if try steps(after: found).isEmpty {
            try requireUnaltered(db)
            return found
        }
        try db.inTransaction(.immediate) {
            found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            for step in try steps(after: found) { try db.execute(sql: step) }
            if found < version { try db.execute(sql: "PRAGMA user_version = \(version)") }
            // Tables that were made just now are as the steps make them.
            if found != 0 { try requireUnaltered(db) }
            return .commit
        }
        return found
    }

    /// Refuses a file whose tables, indexes and triggers aren't those that the steps create.
    ///
    /// An operator's own index is allowed if it refuses nothing: one that isn't unique, of columns alone, on all rows.
    ///
    /// - Throws: ``Database/SchemaError/altered(_:)``, or SQLite's error.
    func requireUnaltered(_ db: Database) throws {
        let fresh = try DatabaseQueue()
        let expected = try fresh.writeWithoutTransaction { made in
            for step in try steps(after: 0) { try made.execute(sql: step) }
            return try DatabaseSchema.objects(made)
        }
        let names = Set(expected.map(\.name))
        try SchemaObject.require(
            expected,
            in: try DatabaseSchema.objects(db).filter { object in
                guard object.kind == "index", !names.contains(object.name) else { return true }
                return try !DatabaseSchema.isPlainIndex(object, db)
            })
    }

    /// The objects of the file's schema, except the statistics that ANALYZE keeps.
    ///
    /// Source: SQLite, "The Schema Table"; "ANALYZE".
    private static func objects(_ db: Database) throws -> [SchemaObject] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema
                WHERE NOT (type = 'table' AND name IN ('sqlite_stat1', 'sqlite_stat4'))
                ORDER BY type DESC, name
                """
        ).map { SchemaObject(kind: $0[0], table: $0[2], name: $0[1], definition: $0[3]) }
    }

    /// Whether an index can refuse no row: an expression or a condition may fail, and a unique one refuses.
    private static func isPlainIndex(_ index: SchemaObject, _ db: Database) throws -> Bool {
        let plain = try Bool.fetchOne(
            db,
            sql: """
                SELECT "unique" = 0 AND partial = 0 AND NOT EXISTS (
                    SELECT 1 FROM pragma_index_xinfo(?1) WHERE cid = -2)
                FROM pragma_index_list(?2) WHERE name = ?1
                """, arguments: [index.name, index.table])
        return plain ?? false
    }
}
