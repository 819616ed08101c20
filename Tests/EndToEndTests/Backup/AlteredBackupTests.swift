import KeyCustody
import CardVault
import Foundation
import Glibc
import Testing

@testable import CosterOperations
@testable import CosterServer

@Suite("A backup that somebody changed", .timeLimit(.minutes(20)))
struct AlteredBackupTests {
    /// What is done to a backup of one million bytes or less, and the code with which it is refused.
    struct Change: Sendable, CustomTestStringConvertible {
        let name: String
        let code: String
        let happen: @Sendable (inout Data) -> Void
        var testDescription: String { "\(name): \(code)" }

        static let all = [
            Change(name: "one bit of its first page", code: "backup-altered") { $0[200] ^= 1 },
            Change(name: "one bit of its middle", code: "backup-altered") {
                $0[$0.count / 2] ^= 1
            },
            Change(name: "the last bit of the code", code: "backup-altered") {
                $0[$0.count - 1] ^= 1
            },
            Change(name: "one bit of the wrapped key", code: "backup-altered") {
                $0[$0.count - 40] ^= 1
            },
            Change(name: "the name of the master key", code: "backup-wrong-key") {
                $0[$0.count - BackupCode.trailerBytes + 16] ^= 1
            },
            Change(name: "the mark of the code", code: "backup-without-code") {
                $0[$0.count - BackupCode.trailerBytes] ^= 1
            },
            Change(name: "without its code", code: "backup-without-code") {
                $0.removeLast(BackupCode.trailerBytes)
            },
            Change(name: "one byte more", code: "backup-without-code") { $0.append(0) },
            Change(name: "a page more", code: "backup-altered") {
                let place = $0.count - BackupCode.trailerBytes
                $0.insert(contentsOf: [UInt8](repeating: 0, count: 4_096), at: place)
            },
        ]
    }

    private func lendBackup(
        _ body: (_ place: TemporaryFolder, _ key: String, _ backup: String) async throws -> Void
    ) async throws {
        try await TemporaryFolder.lend { place in
            let (data, key) = ("\(place.path)/data", "\(place.path)/master.key")
            try makeFolder(data)
            try await expect(0, ["migrate", "--data", data])
            #expect(try MasterKeyFile.write(MasterKey.made(), to: key))
            let backup = "\(place.path)/backup"
            try await expect(0, ["backup", backup, "--data", data, "--master-key-file", key])
            try await body(place, key, backup)
        }
    }

    private func restore(
        _ code: Int32, _ backup: String, in place: TemporaryFolder, key: String
    ) async throws -> CommandRun {
        let run = try await expect(
            code,
            [
                "restore", backup, "--data", "\(place.path)/restored", "--master-key-file", key,
            ])
        if code != 0 {
            #expect(
                try fileNames(in: "\(place.path)/restored").allSatisfy { $0.hasSuffix(".lock") })
        }
        return run
    }

    @Test("is refused, whatever was changed, and nothing is put in place", arguments: Change.all)
    func changed(_ change: Change) async throws {
        try await lendBackup { place, key, backup in
            var bytes = try Data(contentsOf: URL(filePath: backup))
            change.happen(&bytes)
            try bytes.write(to: URL(filePath: backup))
            let run = try await restore(65, backup, in: place, key: key)
            #expect(run.errors.hasPrefix("refused: \(change.code): "), "\(run.errors)")
            #expect(try RefusalPage.isEnd(of: run.errors, change.code, in: .backups))
            #expect(run.errorLines == 1)
        }
    }

    @Test("one that another master key made is refused, and one without any key is not taken")
    func otherKey() async throws {
        try await lendBackup { place, key, backup in
            let other = "\(place.path)/other.key"
            #expect(try MasterKeyFile.write(MasterKey.made(), to: other))
            let run = try await restore(65, backup, in: place, key: other)
            #expect(run.errors.hasPrefix("refused: backup-wrong-key: "), "\(run.errors)")
            let keyless = try await expect(
                78, ["restore", backup, "--data", "\(place.path)/restored"])
            #expect(keyless.errors.contains("The master key is missing"), "\(keyless.errors)")
            _ = try await restore(0, backup, in: place, key: key)
        }
    }

    @Test("a database with a planted trigger is refused, even under a valid code")
    func plantedTrigger() async throws {
        try await DoctorFixture.lend { fixture in
            try await fixture.alter(
                "CREATE TRIGGER forget AFTER INSERT ON spent_tokens BEGIN DELETE FROM spent_tokens; END"
            )
            let file = "\(fixture.place.path)/planted"
            try FileManager.default.copyItem(atPath: fixture.folder.databaseFile, toPath: file)
            try BackupFile.seal(file, under: fixture.master)
            let run = try await restore(
                1, file, in: fixture.place, key: fixture.folder.masterKey)
            #expect(run.errors.contains("schema-altered"), "\(run.errors)")
            #expect(run.errors.contains("unexpected trigger `forget`"), "\(run.errors)")
        }
    }

    @Test("no backup is made with a master key that isn't this database's")
    func wrongKeyAtBackup() async throws {
        try await DoctorFixture.lend { fixture in
            let other = "\(fixture.place.path)/other.key"
            #expect(try MasterKeyFile.write(MasterKey.made(), to: other))
            let sealed = try await KeysShop.database(fixture.place)
            let data = ["--data", fixture.place.path]
            let copy = ["backup", "\(fixture.place.path)/copy"] + data + ["--master-key-file"]
            let run = try await expect(78, copy + [other])
            #expect(run.errors.contains("wrong-master-key"), "\(run.errors)")
            try await expect(0, copy + [sealed.old])
        }
    }

    @Test("a backup with a split key is made, and restored, with the custodians' shares")
    func shares() async throws {
        try await TemporaryFolder.lend { place in
            let split = try await KeysShop.split(place, shares: 3, threshold: 2)
            let lines = split.shares.prefix(2).joined(separator: "\n") + "\n"
            let backup = "\(place.path)/backup"
            let made = try await CommandRun.coster(
                ["backup", backup, "--data", place.path], input: lines)
            #expect(made.ending == .exited(0), "\(made.errors)")
            let restored = try await CommandRun.coster(
                ["restore", backup, "--data", "\(place.path)/restored"], input: lines)
            #expect(restored.ending == .exited(0), "\(restored.errors)")
        }
    }
}
