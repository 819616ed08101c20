import Database
import Foundation
import GRDB
import GRDBSQLite

extension DatabaseFile {
    /// The name under which SQLite leaves a file as it is, and creates none beside it.
    ///
    /// A database that another process has open, or had when it died, has a log and the log's index beside it: both are
    /// read, and the index isn't written. Without them the file alone is the database.
    ///
    /// Source: SQLite, "Uniform Resource Identifiers": mode, readonly_shm, immutable. A library that was built without
    /// them creates its empty log and index again.
    static func readOnlyName(of path: String) -> String {
        let hasLog = FileManager.default.fileExists(atPath: path + "-wal")
        let hasIndex = FileManager.default.fileExists(atPath: path + "-shm")
        return name(
            of: path, hasLog && hasIndex ? "mode=ro&readonly_shm=1" : "mode=ro&immutable=1")
    }

    /// What SQLite calls a file that it must not make.
    ///
    /// Source: SQLite, "Uniform Resource Identifiers": mode.
    static func existingName(of path: String) -> String {
        name(of: path, "mode=rw")
    }

    private static func name(of path: String, _ way: String) -> String {
        guard sqlite3_compileoption_used("USE_URI") != 0 else { return path }
        var plain = CharacterSet.alphanumerics
        plain.insert(charactersIn: "/._-")
        let absolute = URL(fileURLWithPath: path).path
        let escaped = absolute.addingPercentEncoding(withAllowedCharacters: plain) ?? absolute
        return "file:\(escaped)?\(way)"
    }
}

extension DatabaseSchema {
    /// The version of a database that needs no further step.
    ///
    /// - Throws: ``Database/SchemaError/tooNew(found:known:)``, ``Database/SchemaError/tooOld(found:oldest:)``,
    ///   ``Database/SchemaError/outdated(found:known:)``, ``Database/SchemaError/altered(_:)``.
    func requireUpToDate(_ db: Database) throws -> Int {
        let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard try steps(after: found).isEmpty else {
            throw SchemaError.outdated(found: found, known: version)
        }
        try requireUnaltered(db)
        return found
    }
}
