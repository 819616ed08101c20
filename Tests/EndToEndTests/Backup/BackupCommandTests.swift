import KeyCustody
import CardVault
import Foundation
import Glibc
import Testing

@testable import CosterServer

@Suite("coster backup and restore", .timeLimit(.minutes(20)))
struct BackupCommandTests {
    /// A folder with books in which nothing happened, their master key, and a backup of them.
    private func lendBackup(
        _ body: (_ place: TemporaryFolder, _ data: String, _ backup: String) async throws -> Void
    ) async throws {
        try await TemporaryFolder.lend { place in
            let data = "\(place.path)/data"
            let backup = "\(place.path)/backup.sqlite"
            try makeFolder(data)
            try await expect(0, ["migrate", "--data", data])
            #expect(try MasterKeyFile.write(MasterKey.made(), to: "\(data)/master.key"))
            try await expect(0, ["backup", backup, "--data", data])
            try await body(place, data, backup)
        }
    }

    /// The master key of a folder, for commands on another.
    private func key(_ data: String) -> [String] { ["--master-key-file", "\(data)/master.key"] }

    @Test("a backup is one file, whole, for its owner alone, and nothing unfinished is left")
    func oneFile() async throws {
        try await lendBackup { place, _, backup in
            let files = try fileNames(in: place.path)
            #expect(files == ["backup.sqlite", "data"])
            var facts = stat()
            #expect(stat(backup, &facts) == 0)
            #expect(facts.st_mode & 0o777 == 0o600)
        }
    }

    @Test("an existing backup is replaced with --force alone, and the database itself never")
    func noOverwriting() async throws {
        try await lendBackup { _, data, backup in
            let refused = try await expect(65, ["backup", backup, "--data", data])
            #expect(refused.errors.contains("--force"))
            try await expect(0, ["backup", backup, "--force", "--data", data])
            let database = "\(data)/coster.sqlite"
            try await expect(65, ["backup", database, "--force", "--data", data])
            try await expect(0, ["audit", "--data", data])
        }
    }

    @Test("a file that a data folder needs is never replaced, existing or not")
    func ownFiles() async throws {
        try await lendBackup { place, data, _ in
            let key = try place.write("a key\n", to: "data/master.key")
            let link = "\(place.path)/link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: key)
            try FileManager.default.createDirectory(
                atPath: "\(data)/simulator", withIntermediateDirectories: false)
            let before = try fileNames(in: data)
            for target in [
                key, link, "\(data)/server.lock", "\(data)/rotation.lock", "\(data)/unseal.sock",
                "\(data)/coster.sqlite-wal", "\(data)/sandbox-acquirer.sqlite",
                "\(data)/coster.sqlite.before-restore-1", "\(data)/simulator",
                "\(data)/simulator/root.pem",
            ] {
                let run = try await expect(65, ["backup", target, "--force", "--data", data])
                #expect(run.errors.contains("Name another"), "\(run.errors)")
                #expect(run.output.isEmpty)
            }
            #expect(try fileNames(in: data) == before)
            #expect(try String(contentsOfFile: key, encoding: .utf8) == "a key\n")
        }
    }

    @Test("a file that is not a backup is never replaced, such as keys that no setting names")
    func otherContent() async throws {
        try await lendBackup { place, data, _ in
            for (name, content) in [
                ("production.key", String(repeating: "0a", count: 32) + "\n"),
                ("tls.pem", "-----BEGIN PRIVATE KEY-----\n"), ("short", "SQLite format 3"),
            ] {
                let file = try place.write(content, to: name)
                for force in [[], ["--force"]] {
                    let run = try await expect(65, ["backup", file, "--data", data] + force)
                    #expect(run.errors.contains("something else than a backup"), "\(run.errors)")
                }
                #expect(try String(contentsOfFile: file, encoding: .utf8) == content)
            }
            let empty = try place.write("", to: "made-before")
            try await expect(65, ["backup", empty, "--data", data])
            try await expect(0, ["backup", empty, "--force", "--data", data])
            try await expect(0, ["restore", empty, "--data", "\(place.path)/restored"] + key(data))
        }
    }

    @Test("the database of a folder in which a server has worked is never replaced")
    func othersDatabase() async throws {
        try await lendBackup { place, data, _ in
            for name in ["neighbour", "backups", "backups/simulator"] {
                try FileManager.default.createDirectory(
                    atPath: "\(place.path)/\(name)", withIntermediateDirectories: false)
            }
            try await expect(0, ["migrate", "--data", "\(place.path)/neighbour"])
            _ = try place.write("", to: "neighbour/server.lock")
            let database = "\(place.path)/neighbour/coster.sqlite"
            let run = try await expect(65, ["backup", database, "--force", "--data", data])
            #expect(run.errors.contains("data folder's own"), "\(run.errors)")
            // Elsewhere files may be called as they like.
            for name in ["master.key", "coster.sqlite-wal"] {
                _ = try place.write("left over\n", to: "backups/\(name)")
            }
            for name in ["coster.sqlite", "simulator/b"] {
                let copy = "\(place.path)/backups/\(name)"
                try await expect(0, ["backup", copy, "--data", data])
                try await expect(0, ["backup", copy, "--force", "--data", data])
            }
        }
    }

    @Test("a backup takes the place of a link that leads nowhere")
    func lostLink() async throws {
        try await lendBackup { place, data, _ in
            let link = "\(place.path)/latest"
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: "rotated-away.sqlite")
            try await expect(0, ["backup", link, "--data", data])
            let facts = try FileManager.default.attributesOfItem(atPath: link)
            #expect(facts[.type] as? FileAttributeType == .typeRegular)
            #expect(try fileNames(in: place.path) == ["backup.sqlite", "data", "latest"])
            try await expect(0, ["restore", link, "--data", "\(place.path)/restored"] + key(data))
        }
    }

    @Test("a file that is not regular is neither replaced nor restored from, also behind a link")
    func noRegularFile() async throws {
        try await lendBackup { place, data, backup in
            let pipe = "\(place.path)/pipe"
            #expect(mkfifo(pipe, 0o600) == 0)
            var targets = [pipe]
            for (name, target) in [("null", "/dev/null"), ("piped", pipe)] {
                let link = "\(place.path)/\(name)"
                try FileManager.default.createSymbolicLink(
                    atPath: link, withDestinationPath: target)
                targets.append(link)
            }
            let before = try fileNames(in: place.path)
            for target in targets {
                let run = try await expect(65, ["backup", target, "--force", "--data", data])
                #expect(run.errors.contains("Name another"), "\(run.errors)")
            }
            let lost = "\(place.path)/lost"
            try FileManager.default.createSymbolicLink(
                atPath: lost, withDestinationPath: "nowhere")
            for source in targets + [lost] {
                try await expect(65, ["restore", source, "--force", "--data", data])
            }
            #expect(try fileNames(in: place.path) == (before + ["lost"]).sorted())
            var facts = stat()
            #expect(stat(pipe, &facts) == 0 && facts.st_mode & S_IFMT == S_IFIFO)
            // Nor is it moved aside for books.
            let folder = "\(place.path)/new"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false)
            #expect(mkfifo("\(folder)/coster.sqlite", 0o600) == 0)
            let run = try await expect(65, ["restore", backup, "--force", "--data", folder])
            #expect(run.errors.contains("isn't a regular file"), "\(run.errors)")
        }
    }

    @Test(
        "without a database there is no backup, and below a file none can be written"
    )
    func noDatabase() async throws {
        try await lendBackup { place, data, backup in
            try await expect(78, ["backup", "\(place.path)/b", "--data", "\(place.path)/absent"])
            let run = try await expect(65, ["backup", "\(backup)/b", "--data", data])
            #expect(run.errors.contains("can't be written"))
        }
    }

    @Test("an existing database stays, unless it is moved aside; nothing is deleted")
    func movingAside() async throws {
        try await lendBackup { place, data, backup in
            let refused = try await expect(65, ["restore", backup, "--data", data])
            #expect(refused.errors.contains("--force"))
            let untouched = try fileNames(in: data)
            #expect(!untouched.contains { $0.contains("before-restore") })
            let run = try await expect(0, ["restore", backup, "--force", "--data", data])
            let left = try fileNames(in: data)
            let aside = try #require(left.first { $0.contains(".before-restore-") })
            #expect(run.output.contains(aside))
            #expect(!left.contains { $0.hasPrefix("restoring-") })
            try await expect(0, ["audit", "--data", data])
            // No code is behind the books that were moved aside; what they hold can be backed up.
            let code = try await expect(
                65, ["restore", "\(data)/\(aside)", "--data", "\(data)/again"] + key(data))
            #expect(code.errors.contains("backup-without-code"), "\(code.errors)")
            try FileManager.default.createDirectory(
                atPath: "\(data)/again", withIntermediateDirectories: true)
            try FileManager.default.moveItem(
                atPath: "\(data)/\(aside)", toPath: "\(data)/again/coster.sqlite")
            let copy = ["\(place.path)/copy", "--data", "\(data)/again"] + key(data)
            try await expect(0, ["backup"] + copy)
            try await expect(0, ["restore", "--force"] + copy)
        }
    }

    @Test("of a backup that a link leads to a copy is restored, and it stays as it was")
    func links() async throws {
        try await lendBackup { place, data, backup in
            let before = try Data(contentsOf: URL(filePath: backup))
            for (link, target) in [("whole", backup), ("relative", "backup.sqlite")] {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(place.path)/\(link)", withDestinationPath: target)
                let restored = "\(place.path)/of-\(link)"
                try await expect(
                    0, ["restore", "\(place.path)/\(link)", "--data", restored] + key(data))
                let database = try FileManager.default.attributesOfItem(
                    atPath: "\(restored)/coster.sqlite")
                #expect(database[.type] as? FileAttributeType == .typeRegular)
                #expect(try Data(contentsOf: URL(filePath: backup)) == before)
            }
        }
    }

    @Test("a link to a database that a server has open is not a backup")
    func linkToDatabaseInUse() async throws {
        try await RunningServer.lend { server in
            let link = "\(server.folder)/latest"
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: "coster.sqlite")
            let run = try await expect(
                65, ["restore", link, "--data", "\(server.folder)/other"])
            #expect(run.errors.contains("in use"))
        }
    }

    @Test("no backup is restored into a server's folder")
    func serverAtWork() async throws {
        try await RunningServer.lend { server in
            let backup = "\(server.folder)/backup.sqlite"
            try await expect(0, ["backup", backup, "--data", server.folder])
            let run = try await expect(
                78, ["restore", backup, "--force", "--data", server.folder])
            #expect(run.errors.contains("Stop it"))
        }
    }

    /// What is done to a backup, and what is said of it.
    enum Damage: String, CaseIterable {
        case cutOff, overwritten, noDatabase, empty, newer, absent, inUse

        func happen(to file: String) throws {
            let url = URL(filePath: file)
            switch self {
            case .cutOff: truncate(file, off_t(try Data(contentsOf: url).count / 2))
            case .overwritten:
                let handle = try FileHandle(forUpdating: url)
                let length = try handle.seekToEnd()
                try handle.seek(toOffset: 4_096)
                try handle.write(contentsOf: Data(repeating: 0x5A, count: Int(length) - 8_192))
                try handle.close()
            case .noDatabase: try Data("these are no books\n".utf8).write(to: url)
            case .empty: try Data().write(to: url)
            case .newer:
                // SQLite keeps user_version in bytes 60 to 63 of the file, the highest first.
                let handle = try FileHandle(forUpdating: url)
                try handle.seek(toOffset: 62)
                try handle.write(contentsOf: Data([0x7F]))
                try handle.close()
            case .absent: try FileManager.default.removeItem(at: url)
            case .inUse: try Data("a log".utf8).write(to: URL(filePath: "\(file)-wal"))
            }
        }
    }

    @Test("a file that is not a whole backup of ours changes nothing", arguments: Damage.allCases)
    func damaged(_ damage: Damage) async throws {
        try await lendBackup { _, data, backup in
            try damage.happen(to: backup)
            let before = try fileNames(in: data)
            let run = try await expect(65, ["restore", backup, "--force", "--data", data])
            #expect(run.errorLines == 1)
            let after = try fileNames(in: data)
            #expect(after.filter { !$0.hasSuffix(".lock") } == before)
            try await expect(0, ["audit", "--data", data])
        }
    }

    @Test("a backup holds no card number, cryptogram, credential or key")
    func nothingLeaks() async throws {
        try await RunningServer.lend(["COSTER_ACQUIRER_TIMEOUT_SECONDS": "2"]) { server in
            _ = try await EveryWayToPay(server: server).pay()
            let backup = "\(server.folder)/backup.sqlite"
            try await expect(0, ["backup", backup, "--data", server.folder])
            let bytes = try Data(contentsOf: URL(filePath: backup))
            let scan = SecretScan(try Secret.all(of: server))
            #expect(scan.findings(in: bytes, named: "the backup").isEmpty)
        }
    }
}
