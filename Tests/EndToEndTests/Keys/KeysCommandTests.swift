import KeyCustody
import CardVault
import Foundation
import PaymentDomain
import PaymentStorage
import Testing

@testable import CosterOperations
@testable import CosterServer

@Suite("The keys of the database, from the command line", .timeLimit(.minutes(20)))
struct KeysCommandTests {
    @Test("a new key file is for its owner alone, and an existing one is left as it is")
    func keyFile() async throws {
        try await TemporaryFolder.lend { folder in
            let path = folder.path + "/next.key"
            let made = try await CommandRun.coster(["keys", "init", "--file", path])
            #expect(made.ending == .exited(0))
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let key = try MasterKeyFile.read(path)
            #expect(made.output.contains("master key \(key.id)"))
            let again = try await CommandRun.coster(["keys", "init", "--file", path])
            #expect(again.ending == .exited(65))
            #expect(try MasterKeyFile.read(path).id == key.id)
        }
    }

    @Test("of many who write one key file at once one does, whole, and nothing is left beside it")
    func together() async throws {
        try await TemporaryFolder.lend { folder in
            let path = folder.path + "/next.key"
            let written = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<12 {
                    group.addTask { try MasterKeyFile.write(MasterKey.made(), to: path) }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(written == 1)
            #expect(throws: Never.self) { try MasterKeyFile.read(path) }
            #expect(throws: KeyCustodyError.self) {
                try MasterKeyFile.write(MasterKey.made(), to: folder.path + "/absent/next.key")
            }
            #expect(try fileNames(in: folder.path) == ["next.key"])
        }
    }

    @Test("a new database is set up with shares, which are shown once; one with a key isn't")
    func sharesForNewDatabase() async throws {
        try await TemporaryFolder.lend { folder in
            let (shares, key) = try await KeysShop.split(folder, shares: 5, threshold: 3)
            #expect(shares.count == 5)
            let again = try await CommandRun.coster([
                "keys", "init", "--data", folder.path, "--shares", "2", "--threshold", "2",
            ])
            #expect(again.ending == .exited(65))
            #expect(!again.output.contains("coster-share"))
            let listed = try await CommandRun.coster(["keys", "inventory", "--data", folder.path])
            #expect(listed.ending == .exited(0))
            #expect(listed.output.contains("\(key)\tmaster\t"))
            #expect(listed.output.contains("any 3 of 5 shares"))
            #expect(listed.output.contains("\thashing\t"))
        }
    }

    @Test(
        "shares, threshold and file must make sense together",
        arguments: [
            [], ["--shares", "5"], ["--threshold", "3"], ["--shares", "5", "--file", "f"],
            ["--shares", "5", "--threshold", "3", "--file", "f"],
        ])
    func usage(arguments: [String]) async throws {
        let run = try await CommandRun.coster(["keys", "init"] + arguments)
        #expect(run.ending == .exited(64))
    }

    @Test("a key file may be reached by a link, as secrets are mounted; the file's own mode counts")
    func linkedKeyFile() async throws {
        try await TemporaryFolder.lend { folder in
            let (path, link) = (folder.path + "/a.key", folder.path + "/link.key")
            let key = MasterKey.made()
            #expect(try MasterKeyFile.write(key, to: path))
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: path)
            #expect(try MasterKeyFile.read(link).id == key.id)
            #expect(chmod(path, 0o640) == 0)
            #expect(throws: KeyCustodyError.self) { try MasterKeyFile.read(link) }
        }
    }

    @Test("a rotation to a new key file leaves the old one opening nothing, and says what to do")
    func rotateToFile() async throws {
        try await TemporaryFolder.lend { folder in
            let files = try await KeysShop.database(folder)
            let before = try await KeysShop.keyID(folder)
            let same = try await CommandRun.coster([
                "keys", "rotate", "--data", folder.path, "--master-key-file", files.old,
                "--new-master-key-file", files.old,
            ])
            #expect(same.ending == .exited(65))
            let rotate = [
                "keys", "rotate", "--data", folder.path, "--new-master-key-file", files.new,
            ]
            let run = try await CommandRun.coster(
                rotate + ["--master-key-file", files.old])
            #expect(run.ending == .exited(0), "\(run.errors)")
            #expect(run.output.contains("Rotation complete"))
            #expect(run.output.contains("COSTER_MASTER_KEY_FILE"))
            #expect(try await KeysShop.keyID(folder) != before)
            let wrong = try await CommandRun.coster([
                "keys", "rotate", "--data", folder.path, "--master-key-file", files.old,
            ])
            #expect(wrong.ending == .exited(78))
            let serve = try await CommandRun.coster(
                ["serve", "--sandbox", "--data", folder.path, "--listen", "127.0.0.1:0"],
                environment: ["COSTER_MASTER_KEY_FILE": files.old])
            #expect(serve.ending == .exited(78))
            for run in [wrong, serve] {
                #expect(run.errors.contains("was replaced by a rotation"), "\(run.errors)")
            }
            let stranger = "\(folder.path)/stranger.key"
            #expect(try MasterKeyFile.write(MasterKey.made(), to: stranger))
            let strange = try await CommandRun.coster([
                "keys", "rotate", "--data", folder.path, "--master-key-file", stranger,
            ])
            #expect(strange.errors.contains("doesn't decrypt this database's keys"))
            // The key may come in the environment too.
            let digits = try String(contentsOfFile: files.new, encoding: .utf8)
            let right = try await CommandRun.coster(
                ["keys", "rotate", "--data", folder.path],
                environment: ["COSTER_MASTER_KEY": digits])
            #expect(right.ending == .exited(0), "\(right.errors)")
        }
    }

    @Test("a rotation from shares to new shares takes enough of the old ones")
    func rotateShares() async throws {
        try await TemporaryFolder.lend { folder in
            let (shares, key) = try await KeysShop.split(folder, shares: 3, threshold: 2)
            let rotate = [
                "keys", "rotate", "--data", folder.path, "--new-shares", "4", "--new-threshold",
                "3",
            ]
            let tooFew = try await CommandRun.coster(rotate, input: shares[1] + "\n")
            #expect(tooFew.ending == .exited(65))
            #expect(!tooFew.output.contains("coster-share"))
            let run = try await CommandRun.coster(
                rotate, input: shares[2] + "\n" + shares[0] + "\n")
            #expect(run.ending == .exited(0), "\(run.errors)")
            let next = KeysShop.shares(in: run.output)
            #expect(next.count == 4)
            let listed = try await CommandRun.coster(["keys", "inventory", "--data", folder.path])
            #expect(!listed.output.contains(key))
            #expect(listed.output.contains("any 3 of 4 shares"))
            let stale = try await CommandRun.coster(
                ["keys", "rotate", "--data", folder.path],
                input: shares[0] + "\n" + shares[1] + "\n")
            #expect(stale.ending == .exited(65))
            #expect(stale.errors.contains("share-of-another-set"))
        }
    }

    @Test("a master key in the environment is taken out of it at once, and serves from memory")
    func environment() async {
        await #expect(processExitsWith: .success) {
            setenv(MasterKeyEnvironment.variable, String(repeating: "0a", count: 32), 1)
            MasterKeyEnvironment.take()
            #expect(getenv(MasterKeyEnvironment.variable) == nil)
            let expected = try MasterKey(bytes: [UInt8](repeating: 10, count: 32)).id
            #expect(try MasterKeyEnvironment.key()?.id == expected)
            #expect(try MasterKeyEnvironment.key()?.id == expected)
        }
        await #expect(processExitsWith: .success) {
            setenv(MasterKeyEnvironment.variable, "no key", 1)
            #expect(throws: KeyCustodyError.environmentMalformed) { try MasterKeyEnvironment.key() }
        }
    }

    @Test("while one rotation is at work, another is refused")
    func oneAtATime() async throws {
        try await TemporaryFolder.lend { folder in
            let files = try await KeysShop.database(folder)
            let lock = try RotationLock(DataFolder(folder.path))
            let run = try await CommandRun.coster([
                "keys", "rotate", "--data", folder.path, "--master-key-file", files.old,
            ])
            #expect(run.ending == .exited(1))
            withExtendedLifetime(lock) {}
        }
    }
}
