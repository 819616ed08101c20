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
    @Test("tables that coster migrate does not make are refused by each command, by their names")
    func altered() async throws {
        try await DoctorFixture.lend { fixture in
            try await fixture.alter(
                "CREATE TRIGGER forget AFTER INSERT ON spent_tokens BEGIN DELETE FROM spent_tokens; END"
            )
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

    @Test("a failed opening that no test can cause has its message too")
    func failures() {
        let rows: [(SchemaError, FindingKind)] = [
            (.tooOld(found: 1, oldest: 2), .databaseTooOld),
            (.cannotOpen(.indeterminate), .databaseFileUnreachable),
            (.notDurable, .databaseFileUnreachable),
            (.outdated(found: 2, known: 3), .databaseTooOld),
        ]
        for (error, condition) in rows {
            #expect(DatabaseCheck.finding(of: error).condition == condition)
        }
        let ofDatabase: [(SchemaError, FindingKind)] = [
            (.tooNew(found: 3, known: 2), .databaseTooNew),
            (.outdated(found: 2, known: 3), .databaseTooOld),
        ]
        for (error, condition) in ofDatabase {
            #expect(DatabaseCheck.finding(of: error, inDatabase: true).condition == condition)
        }
        let empty = DatabaseCheck.finding(of: .missing(schema: "shop"), inDatabase: true)
        #expect(empty.subject == "the database, schema shop")
        let told = DatabaseCheck.finding(
            of: .cannotOpen(.unavailable, reason: "no such role"), inDatabase: true)
        #expect(told.subject == "the database: no such role")
        let refused = DatabaseCheck.finding(
            of: StoreError.unavailable, inDatabase: true, reason: "permission denied")
        #expect(refused.condition == .databaseUnreachable)
        #expect(refused.subject == "the database: permission denied")
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
