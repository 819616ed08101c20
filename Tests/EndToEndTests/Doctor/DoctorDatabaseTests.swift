import Foundation
import Glibc
import Merchants
import PaymentDomain
import PaymentEngine
import Database
import PaymentStorage
import Testing

@testable import CosterOperations
@testable import CosterServer

@Suite("coster doctor, the database and the clock", .timeLimit(.minutes(20)))
struct DoctorDatabaseTests {
    @Test("a database that a newer program wrote is found, and so is an older one's")
    func versions() async throws {
        try await DoctorFixture.lend { fixture in
            try await fixture.spoil("PRAGMA user_version = 99")
            let newer = try await fixture.examine()
            expect(newer, .databaseTooNew)
            #expect(newer.lines.first?.contains("version 99") == true)
        }
        try await DoctorFixture.lend { fixture in
            try await fixture.spoil("PRAGMA user_version = 0")
            expect(try await fixture.examine(), .databaseTooOld)
        }
    }

    @Test("tables that coster migrate does not make are a problem, and the object is named")
    func altered() async throws {
        try await DoctorFixture.lend { fixture in
            try await fixture.alter(
                "CREATE TRIGGER forget AFTER INSERT ON spent_tokens BEGIN DELETE FROM spent_tokens; END"
            )
            let report = try await fixture.examine()
            expect(report, .databaseAltered)
            let subject = report.findings.first?.subject ?? ""
            #expect(subject.contains("table spent_tokens has an unexpected trigger `forget`"))
            #expect(report.problems == 1)
            for (code, command) in [
                (1, ["audit"]), (78, ["serve", "--sandbox", "--listen", "127.0.0.1:0"]),
                (78, ["backup", "\(fixture.place.path)/b"]),
            ] as [(Int32, [String])] {
                let run = try await expect(code, command + ["--data", fixture.folder.path])
                #expect(run.errors.contains("schema-altered"), "\(run.errors)")
                #expect(run.errors.contains("unexpected trigger `forget`"), "\(run.errors)")
            }
        }
    }

    @Test("a file that is no database is found, and left alone")
    func noDatabase() async throws {
        try await DoctorFixture.lend { fixture in
            let text = String(repeating: "these are no books\n", count: 300)
            #expect(truncate(fixture.folder.databaseFile, 0) == 0)
            let file = try #require(FileHandle(forWritingAtPath: fixture.folder.databaseFile))
            try file.write(contentsOf: Data(text.utf8))
            try file.close()
            expect(try await fixture.examine(), .databaseDamaged)
            #expect(
                try String(contentsOfFile: fixture.folder.databaseFile, encoding: .utf8) == text)
        }
    }

    @Test("an empty file is a lost database, and no problem if nothing was ever created")
    func emptyFile() async throws {
        try await DoctorFixture.lend { fixture in
            #expect(truncate(fixture.folder.databaseFile, 0) == 0)
            expect(try await fixture.examine(), .databaseDamaged)
            #expect(unlink(fixture.folder.masterKey) == 0)
            #expect(
                await DatabaseCheck.open(fixture.folder).1.map(\.condition) == [.databaseMissing])
        }
    }

    @Test("each way of a failed opening has its message")
    func failures() {
        let rows: [(SchemaError, FindingKind)] = [
            (.tooNew(found: 3, known: 2), .databaseTooNew),
            (.tooOld(found: 1, oldest: 2), .databaseTooOld),
            (.cannotOpen(.corrupt), .databaseDamaged),
            (.cannotOpen(.unavailable), .databaseFileUnreachable),
            (.cannotOpen(.indeterminate), .databaseFileUnreachable),
            (.notDurable, .databaseFileUnreachable),
            (.outdated(found: 2, known: 3), .databaseTooOld),
            (.missing(schema: nil), .databaseMissing),
            (.altered("x"), .databaseAltered),
        ]
        for (error, condition) in rows {
            #expect(DatabaseCheck.finding(of: error).condition == condition)
        }
        let ofDatabase: [(SchemaError, FindingKind)] = [
            (.tooNew(found: 3, known: 2), .databaseTooNew),
            (.outdated(found: 2, known: 3), .databaseTooOld),
            (.missing(schema: "shop"), .databaseWithoutTables),
            (.missing(schema: nil), .databaseWithoutTables),
            (.cannotOpen(.unavailable), .databaseUnreachable),
            (.notDurable, .databaseNotDurable), (.notUnicode, .databaseNotUnicode),
        ]
        for (error, condition) in ofDatabase {
            #expect(DatabaseCheck.finding(of: error, inDatabase: true).condition == condition)
        }
        let empty = DatabaseCheck.finding(of: .missing(schema: "shop"), inDatabase: true)
        #expect(empty.subject == "the database, schema shop")
        #expect(empty.condition.message.contains("Check the URL, its user and the search_path"))
        let told = DatabaseCheck.finding(
            of: .cannotOpen(.unavailable, reason: "no such role"), inDatabase: true)
        #expect(told.subject == "the database: no such role")
        let refused = DatabaseCheck.finding(
            of: StoreError.unavailable, inDatabase: true, reason: "permission denied")
        #expect(refused.condition == .databaseUnreachable)
        #expect(refused.subject == "the database: permission denied")
    }

    @Test("a database file that can't be opened is found")
    func unreachable() async throws {
        try await DoctorFixture.lend { fixture in
            // A folder in the file's place is nothing that anyone, root too, can open as a file.
            #expect(unlink(fixture.folder.databaseFile) == 0)
            #expect(mkdir(fixture.folder.databaseFile, 0o700) == 0)
            expect(try await fixture.examine(), .databaseMissing)
            #expect(
                await DatabaseCheck.open(fixture.folder).1.first?.condition
                    == .databaseFileUnreachable)
        }
    }

    @Test("a folder without a database is found, and none is created")
    func missing() async throws {
        try await DoctorFixture.lend { fixture in
            #expect(unlink(fixture.folder.databaseFile) == 0)
            expect(try await fixture.examine(), .databaseMissing)
            #expect(!FileManager.default.fileExists(atPath: fixture.folder.databaseFile))
        }
    }

    @Test(
        "a chain of acts that was tampered with at its end is found",
        arguments: [
            "UPDATE acts SET actor = 'someone else' WHERE number = 2",
            "DELETE FROM acts WHERE number = (SELECT max(number) FROM acts)",
            "DELETE FROM acts WHERE number = 2",
            "UPDATE acts SET link = zeroblob(32) WHERE number = 1",
            "UPDATE administration SET head = zeroblob(32)",
            "DELETE FROM acts",
        ])
    func acts(_ tampering: String) async throws {
        try await DoctorFixture.lend { fixture in
            try await fixture.spoil(tampering)
            expect(try await fixture.examine(), .actsAstray)
        }
    }

    @Test("a clock that is before the newest row of the database is found; a minute is allowed")
    func clock() async throws {
        try await DoctorFixture.lend { fixture in
            expect(try await fixture.examine(at: fixture.now.adding(seconds: -59)))
            expect(try await fixture.examine(at: fixture.now.adding(seconds: -200)), .clockBehind)
        }
    }

    @Test("a clock that is before the program was made is found")
    func programMade() {
        let now = Timestamp(seconds: 1_000_000)
        let rows: [(newest: Int64?, made: Int64?, isFound: Bool)] = [
            (nil, nil, false), (999_000, 999_000, false), (1_000_060, 1_000_060, false),
            (1_000_061, nil, true), (nil, 1_000_061, true), (5, 2_000_000, true),
        ]
        for row in rows {
            let findings = ClockCheck.findings(
                at: now, newest: row.newest.map { Timestamp(seconds: $0) },
                programMade: row.made.map { Timestamp(seconds: $0) })
            #expect(findings.map(\.condition) == (row.isFound ? [.clockBehind] : []), "\(row)")
        }
    }
}
