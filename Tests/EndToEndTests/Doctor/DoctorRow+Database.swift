import Database
import Foundation
import Glibc
import PaymentDomain
import Testing

@testable import CosterOperations
@testable import CosterServer
@testable import PostgreSQLDatabase

extension DoctorRow {
    /// The data folder and its disk; see ``FolderCase`` for what only another account sees.
    static let folders: [DoctorRow] = [
        DoctorRow(
            "a data folder that is not there", .folderMissing,
            visit: { DoctorVisit(data: "\($0.place.path)/absent") }),
        DoctorRow(
            "a folder that others may list", .folderOpen, spoil: { chmod($0.folder.path, 0o755) }),
        DoctorRow(
            "a folder that others may write to", .folderWritable,
            spoil: { chmod($0.folder.path, 0o777) }),
        DoctorRow(
            "a simulator's key that a group can read", .fileOpen,
            words: " simulator/root.key.pem: ",
            spoil: { chmod("\($0.folder.path)/simulator/root.key.pem", 0o640) }),
        DoctorRow(
            "a folder of another account", .folderNotOurs,
            visit: { _ in DoctorVisit(circumstance: { $0.account += 1 }) }),
        DoctorRow(
            "a disk with 12 MB free", .diskNearlyFull, words: "12 MB free",
            visit: { _ in
                DoctorVisit(circumstance: {
                    $0.space = { _ in .init(free: 12_000_000, total: 9_000_000_000) }
                })
            }),
    ]

    /// The database.
    static let databases: [DoctorRow] = [
        DoctorRow("no database", .databaseMissing, spoil: { unlink($0.folder.databaseFile) }),
        DoctorRow(
            "a folder in the place of the database", .databaseMissing,
            spoil: { fixture in
                unlink(fixture.folder.databaseFile)
                mkdir(fixture.folder.databaseFile, 0o700)
            }),
        DoctorRow(
            "an empty file", .databaseDamaged, spoil: { truncate($0.folder.databaseFile, 0) }),
        DoctorRow(
            "a file of text", .databaseDamaged,
            spoil: { fixture in
                let text = String(repeating: "this is not a database\n", count: 300)
                _ = try fixture.place.write(text, to: "data/coster.sqlite")
                chmod(fixture.folder.databaseFile, 0o600)
            }),
        DoctorRow(
            "a database of a newer version", .databaseTooNew, words: "version 99",
            sql: "PRAGMA user_version = 99"),
        DoctorRow(
            "a database of an older version", .databaseTooOld, sql: "PRAGMA user_version = 0"),
        DoctorRow(
            "a table with a trigger of somebody's", .databaseAltered,
            words: "table spent_tokens has an unexpected trigger `forget`",
            spoil: { fixture in
                try await fixture.alter(
                    "CREATE TRIGGER forget AFTER INSERT ON spent_tokens BEGIN DELETE FROM spent_tokens; END"
                )
            }),
        DoctorRow(
            "a log without its index", .databaseLogUnread,
            spoil: { fixture in
                chmod(try fixture.place.write("", to: "data/coster.sqlite-wal"), 0o600)
            }),
        DoctorRow(
            "a folder in the place of the log's index", .databaseFileUnreachable,
            .databaseLogUnread,
            spoil: { fixture in
                let log = String(repeating: "not a log", count: 1_000)
                chmod(try fixture.place.write(log, to: "data/coster.sqlite-wal"), 0o600)
                mkdir("\(fixture.folder.path)/coster.sqlite-shm", 0o700)
            }),
        DoctorRow(
            "an empty file of a first start that was cut off", .databaseMissing,
            spoil: { fixture in
                truncate(fixture.folder.databaseFile, 0)
                unlink(fixture.folder.masterKey)
            }),
        DoctorRow(
            "a clock that is 200 s behind the newest entry", .clockBehind,
            visit: { DoctorVisit(time: $0.now.adding(seconds: -200)) }),
        DoctorRow(
            "a clock that is 59 s behind the newest entry",
            visit: { DoctorVisit(time: $0.now.adding(seconds: -59)) }),
    ]

    /// The end of the audit log.
    static let audits: [DoctorRow] = [
        "UPDATE acts SET actor = 'someone else' WHERE number = 2",
        "DELETE FROM acts WHERE number = (SELECT max(number) FROM acts)",
        "DELETE FROM acts WHERE number = 2",
        "UPDATE acts SET link = zeroblob(32) WHERE number = 1",
        "UPDATE administration SET head = zeroblob(32)",
        "DELETE FROM acts",
    ].map { sql in DoctorRow(sql, .actsAstray, sql: sql) }

    /// Databases in PostgreSQL: a schema without tables, and a database in ASCII.
    static func shared(url: String, ascii: String) -> [DoctorRow] {
        let hasty = url.replacing("options=", with: "options=-csynchronous_commit%3Doff%20")
        return [
            shared("a schema without tables", .databaseWithoutTables, url),
            shared("a session that waits for no disk", .databaseNotDurable, hasty),
            shared("a database in ASCII", .databaseNotUnicode, ascii),
        ]
    }

    private static func shared(
        _ cause: String, _ finding: FindingKind, _ url: String
    ) -> DoctorRow {
        DoctorRow(
            cause, finding, visit: { _ in DoctorVisit(environment: ["COSTER_DATABASE_URL": url]) })
    }
}
