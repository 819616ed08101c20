import CardVault
import Foundation
import Glibc
import KeyCustody
import PaymentDomain
import PaymentStorage

@testable import CosterServer

extension DoctorRow {
    /// The master key, and the keys that it wraps.
    static let keys: [DoctorRow] = [
        DoctorRow(
            "production without a master key", .masterKeyMissing, .lineMissing,
            .certificateNotApples,
            visit: { fixture in
                unlink(fixture.folder.masterKey)
                return DoctorVisit(
                    isSandbox: false, circumstance: { $0.flags.masterKeyFile = nil })
            }),
        DoctorRow(
            "production in the folder of a sandbox", .sandboxFolder, .lineMissing,
            .certificateNotApples,
            visit: { _ in
                DoctorVisit(
                    isSandbox: false, circumstance: { $0.flags.masterKeyFile = nil })
            }),
        DoctorRow(
            "a sandbox whose key was lost", .masterKeyMissing,
            spoil: { unlink($0.folder.masterKey) }),
        keyFile("a key file that is not there", .masterKeyUnreadable) {
            "\($0.place.path)/absent"
        },
        keyFile("a folder in the place of the key", .masterKeyUnreadable) { $0.place.path },
        open(0o640), open(0o604), open(0o644), open(0o622),
        malformed(""), malformed("abcdef0123"), malformed(String(repeating: "g", count: 64)),
        malformed(String(repeating: "a", count: 65)),
        DoctorRow(
            "the key in the environment alone",
            visit: { fixture in
                let key = try String(contentsOfFile: fixture.folder.masterKey, encoding: .utf8)
                unlink(fixture.folder.masterKey)
                return DoctorVisit(environment: [
                    "COSTER_MASTER_KEY": key.trimmingCharacters(in: .whitespacesAndNewlines)
                ])
            }),
        DoctorRow(
            "a malformed key in the environment", .masterKeyMalformed,
            visit: { _ in DoctorVisit(environment: ["COSTER_MASTER_KEY": "abc"]) }),
        keyFile("another installation's key", .masterKeyWrong) { fixture in
            let file = "\(fixture.place.path)/other.key"
            _ = try MasterKeyFile.readOrCreate(file)
            return file
        },
        keyFile("the key from before a rotation", .masterKeyFormer) { fixture in
            let file = "\(fixture.place.path)/old.key"
            let old = try MasterKeyFile.readOrCreate(file)
            try await fixture.spoil(
                """
                INSERT INTO rotations (number, started_at, finished_at, old_master, new_master, step)
                VALUES (1, 1, 2, ?, 'new', 'finished')
                """, values: [old.id.sqlValue])
            return file
        },
        DoctorRow(
            "a stored key that was changed", .keyDamaged,
            sql: "UPDATE wrapped_keys SET wrapped = zeroblob(60) WHERE purpose = 'sealing'"),
        DoctorRow(
            "a stored key under another number", .keyDamaged,
            sql: "UPDATE wrapped_keys SET generation = 9 WHERE purpose = 'sealing'"),
        DoctorRow(
            "a stored key that is gone", .keyLost,
            sql: "DELETE FROM wrapped_keys WHERE purpose = 'hashing'"),
        DoctorRow(
            "a rotation without an end", .rotationUnfinished,
            sql: """
                INSERT INTO rotations (number, started_at, old_master, new_master, step)
                VALUES (1, 1, 'a', 'a', 'resealing')
                """),
        DoctorRow(
            "a key that custodians hold", .masterKeyShared,
            spoil: { fixture in
                try await fixture.spoil(
                    """
                    INSERT INTO key_shares (set_id, number, threshold, master_id, commitment)
                    VALUES ('set', 1, 2, ?, zeroblob(32))
                    """, values: [fixture.master.id.sqlValue])
            }),
    ]

    /// A sandbox with the master key of a file.
    private static func keyFile(
        _ cause: String, _ findings: FindingKind...,
        path: @escaping @Sendable (DoctorFixture) async throws -> String
    ) -> DoctorRow {
        DoctorRow(cause, findings) {
            DoctorVisit(options: ["--master-key-file", try await path($0)])
        }
    }

    private static func open(_ mode: mode_t) -> DoctorRow {
        DoctorRow(
            "a master key with the mode \(String(mode, radix: 8))", .masterKeyOpen,
            spoil: { chmod($0.folder.masterKey, mode) })
    }

    private static func malformed(_ text: String) -> DoctorRow {
        keyFile("\(text.prefix(10)) as a key of \(text.count) letters", .masterKeyMalformed) {
            let file = try $0.place.write(text, to: "key")
            chmod(file, 0o600)
            return file
        }
    }
}
