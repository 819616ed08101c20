import KeyCustody
import CardVault
import Foundation
import Glibc
import PaymentDomain
import PaymentStorage
import Testing

@testable import CosterServer

@Suite("coster doctor, keys", .timeLimit(.minutes(20)))
struct DoctorKeyTests {
    @Test("production without a master key is found")
    func missing() async throws {
        try await DoctorFixture.lend { fixture in
            let report = try await fixture.examine(sandbox: false) { $0.flags.masterKeyFile = nil }
            // What is sealed cannot be opened, and is not complained of a second time.
            expect(report, .masterKeyMissing, .acquirerMissing, .certificateNotApples)
        }
    }

    @Test("a sandbox whose key was lost is found, since a new one would open nothing")
    func lostInSandbox() async throws {
        try await DoctorFixture.lend { fixture in
            #expect(unlink(fixture.folder.masterKey) == 0)
            expect(try await fixture.examine(), .masterKeyMissing)
        }
    }

    @Test("a key file that is not there, or is a folder, is found")
    func unreadable() async throws {
        try await DoctorFixture.lend { fixture in
            for path in ["\(fixture.place.path)/absent", fixture.place.path] {
                expect(
                    try await fixture.examine { $0.flags.masterKeyFile = path },
                    .masterKeyUnreadable)
            }
        }
    }

    @Test("a key file that others may read is found", arguments: [0o640, 0o604, 0o644, 0o622])
    func open(_ mode: Int) async throws {
        try await DoctorFixture.lend { fixture in
            #expect(chmod(fixture.folder.masterKey, mode_t(mode)) == 0)
            expect(try await fixture.examine(), .masterKeyOpen)
        }
    }

    @Test(
        "a key that is not 64 hex digits is found, and nothing of it is printed",
        arguments: [
            "", "abcdef0123", String(repeating: "g", count: 64), String(repeating: "a", count: 65),
        ])
    func malformed(_ text: String) async throws {
        try await DoctorFixture.lend { fixture in
            let file = try fixture.place.write(text, to: "key")
            #expect(chmod(file, 0o600) == 0)
            let report = try await fixture.examine { $0.flags.masterKeyFile = file }
            expect(report, .masterKeyMalformed)
            #expect(text.isEmpty || !report.lines.joined().contains(text))
        }
    }

    @Test("a key in the environment serves as well as one in a file")
    func environment() async throws {
        try await DoctorFixture.lend { fixture in
            #expect(unlink(fixture.folder.masterKey) == 0)
            expect(
                try await fixture.examine { $0.environmentKey = .success(fixture.master) })
            expect(
                try await fixture.examine {
                    $0.environmentKey = .failure(.environmentMalformed)
                }, .masterKeyMalformed)
            expect(
                try await fixture.examine { $0.environmentKey = .success(MasterKey.made()) },
                .masterKeyWrong)
        }
    }

    @Test("another installation's key is found by its name")
    func wrong() async throws {
        try await DoctorFixture.lend { fixture in
            let file = "\(fixture.place.path)/other.key"
            let other = try MasterKeyFile.readOrCreate(file)
            let report = try await fixture.examine { $0.flags.masterKeyFile = file }
            expect(report, .masterKeyWrong)
            #expect(report.lines.first?.contains(other.id) == true)
        }
    }

    @Test("the key from before a rotation differs from a strange one")
    func former() async throws {
        try await DoctorFixture.lend { fixture in
            let file = "\(fixture.place.path)/old.key"
            let old = try MasterKeyFile.readOrCreate(file)
            try await fixture.spoil(
                """
                INSERT INTO rotations (number, started_at, finished_at, old_master, new_master, step)
                VALUES (1, 1, 2, ?, 'new', 'finished')
                """, values: [old.id.sqlValue])
            expect(try await fixture.examine { $0.flags.masterKeyFile = file }, .masterKeyFormer)
        }
    }

    @Test("a kept key whose row was changed is found, and what it sealed is not complained of too")
    func damaged() async throws {
        try await DoctorFixture.lend { fixture in
            try await fixture.spoil(
                "UPDATE wrapped_keys SET wrapped = zeroblob(60) WHERE purpose = 'sealing'")
            expect(try await fixture.examine(), .keyDamaged)
        }
    }

    @Test("a kept key whose name was exchanged is damaged")
    func renamed() async throws {
        try await DoctorFixture.lend { fixture in
            try await fixture.spoil(
                "UPDATE wrapped_keys SET generation = 9 WHERE purpose = 'sealing'")
            expect(try await fixture.examine(), .keyDamaged)
        }
    }

    @Test("a row of keys that is gone is found")
    func lost() async throws {
        try await DoctorFixture.lend { fixture in
            try await fixture.spoil("DELETE FROM wrapped_keys WHERE purpose = 'hashing'")
            expect(try await fixture.examine(), .keyLost)
        }
    }

    @Test("a rotation that has not ended is found")
    func rotation() async throws {
        try await DoctorFixture.lend { fixture in
            try await fixture.spoil(
                """
                INSERT INTO rotations (number, started_at, old_master, new_master, step)
                VALUES (1, 1, 'a', 'a', 'resealing')
                """)
            expect(try await fixture.examine(), .rotationUnfinished)
        }
    }

    @Test("a key that custodians have is no problem, but nothing sealed was looked at")
    func shared() async throws {
        try await DoctorFixture.lend { fixture in
            try await fixture.spoil(
                """
                INSERT INTO key_shares (set_id, number, threshold, master_id, commitment)
                VALUES ('set', 1, 2, ?, zeroblob(32))
                """, values: [fixture.master.id.sqlValue])
            let report = try await fixture.examine()
            expect(report, .masterKeyShared)
            #expect(report.problems == 0)
        }
    }
}
