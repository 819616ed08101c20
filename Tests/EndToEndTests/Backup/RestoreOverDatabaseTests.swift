import KeyCustody
import CardVault
import Foundation
import Glibc
import PaymentDomain
import PaymentStorage
import Testing

@testable import CosterOperations
@testable import CosterServer
@testable import ShopSimulator

@Suite("A restore over an existing database", .timeLimit(.minutes(20)))
struct RestoreOverDatabaseTests {
    /// A backup, and books that are later by a key, which is in their log alone: whoever had them open
    /// was killed.
    private func lendDatabase(
        _ body: (_ data: String, _ backup: String) async throws -> Void
    ) async throws {
        try await TemporaryFolder.lend { place in
            let (alive, data) = ("\(place.path)/alive", "\(place.path)/data")
            let backup = "\(place.path)/backup.sqlite"
            let store = try await SQLPaymentStore(folder: alive)
            try FileManager.default.createDirectory(
                atPath: data, withIntermediateDirectories: false)
            let master = try MasterKeyFile.readOrCreate("\(data)/master.key")
            let key = ["--master-key-file", "\(data)/master.key"]
            try await expect(0, ["backup", backup, "--data", alive] + key)
            _ = try await store.openVaultKeys(master: master, at: presentTime())
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(
                    atPath: "\(alive)/coster.sqlite\(suffix)",
                    toPath: "\(data)/coster.sqlite\(suffix)")
            }
            try store.close()
            try await body(data, backup)
        }
    }

    /// Restores, and stops behind a step.
    private func restore(
        _ backup: String, into data: String, stoppingBehind step: DatabaseSwap.Step
    ) async throws {
        let restoration = Restoration(
            file: backup, folder: DataFolder(data), now: presentTime())
        _ = try await restoration.stage { (_) throws(CosterFailure) in
            try MasterKeySource.inFile("\(data)/master.key")
        }
        await #expect(throws: CosterFailure.self) {
            _ = try await restoration.putInPlace { (reached) throws(CosterFailure) in
                if reached == step { throw CosterFailure(.internalFault, "the power is cut") }
            }
        }
    }

    /// Whether books are those of the backup; the others have a key, and were never put back.
    private func areRestored(_ folder: String) async throws -> Bool {
        let store = try await SQLPaymentStore(folder: folder)
        let isOld = try await !store.wrappedKeys().isEmpty
        let isNew = try await store.lastRestore() != nil
        #expect(isOld != isNew)
        #expect(try await store.audit().isClean)
        try store.close()
        return isNew
    }

    private func orders(_ folder: String) async throws -> [String] {
        let store = try await SQLPaymentStore(folder: folder)
        let rows = try await store.recentPayments(StorageLimits.recentPayments)
        try store.close()
        return rows.map(\.payment.orderReference)
    }

    @Test("a database that another process has open is not replaced")
    func booksInUse() async throws {
        try await lendDatabase { data, backup in
            let store = try await SQLPaymentStore(folder: data)
            let run = try await expect(78, ["restore", backup, "--force", "--data", data])
            #expect(run.errors.contains("another command has the database open"))
            #expect(run.errorLines == 1)
            try store.close()
            let left = try fileNames(in: data)
            #expect(!left.contains { $0.contains("restor") })
            try await expect(0, ["restore", backup, "--force", "--data", data])
        }
    }

    @Test("no backup is restored while keys are rotated")
    func rotationAtWork() async throws {
        try await lendDatabase { data, backup in
            let lock = try RotationLock(DataFolder(data))
            let run = try await expect(1, ["restore", backup, "--force", "--data", data])
            #expect(run.errors.contains("Another rotation or a restore is in progress"))
            withExtendedLifetime(lock) {}
            let left = try fileNames(in: data)
            #expect(!left.contains { $0.contains("restor") })
        }
    }

    @Test("a killed server's database is moved aside as one whole file, with its last payment")
    func killedServer() async throws {
        try await TemporaryFolder.lend { place in
            let (data, again) = ("\(place.path)/data", "\(place.path)/again")
            let backup = "\(place.path)/backup.sqlite"
            try FileManager.default.createDirectory(
                atPath: data, withIntermediateDirectories: false)
            let server = try await RunningServer.start(data)
            try await expect(0, ["backup", backup, "--data", data])
            let last = try await RadialShop(server: server).approved(try dollars("14.99"))
            #expect(await server.kill() == .killed(SIGKILL))
            #expect(try !Data(contentsOf: URL(filePath: "\(data)/coster.sqlite-wal")).isEmpty)

            let run = try await expect(0, ["restore", backup, "--force", "--data", data])
            #expect(run.output.contains("revoked secrets and retired certificates"))
            let left = try fileNames(in: data).filter { $0.contains("before-restore") }
            #expect(left.count == 1, "no log lies beside it")
            let aside = try #require(left.first)
            try FileManager.default.createDirectory(
                atPath: again, withIntermediateDirectories: false)
            try FileManager.default.moveItem(
                atPath: "\(data)/\(aside)", toPath: "\(again)/coster.sqlite")
            #expect(try await orders(again).contains(last.order))
            #expect(try await !orders(data).contains(last.order))
        }
    }

    @Test(
        "interrupted over a whole database it leaves that or the new one, and can be done again",
        arguments: [DatabaseSwap.Step.keptAside, .replaced])
    func whole(step: DatabaseSwap.Step) async throws {
        try await lendDatabase { data, backup in
            try await restore(backup, into: data, stoppingBehind: step)
            let isNew = try await areRestored(data)
            #expect(isNew == (step == .replaced))
            let run = try await expect(0, ["restore", backup, "--force", "--data", data])
            #expect(run.output.contains("before-restore"))
            #expect(try await areRestored(data))
        }
    }

    @Test(
        "after an interruption, a database that kept its name loses the second one, and copies go")
    func secondName() async throws {
        try await lendDatabase { data, backup in
            try await restore(backup, into: data, stoppingBehind: .keptAside)
            try FileManager.default.createDirectory(
                atPath: "\(data)/restoring-1", withIntermediateDirectories: false)
            let interrupted = try fileNames(in: data)
            #expect(interrupted.contains { $0.contains("before-restore") })
            try DataFolder(data).clearInterruptedRestores()
            let left = try fileNames(in: data)
            #expect(!left.contains { $0.contains("restor") })
            #expect(try await !areRestored(data))
        }
    }

    @Test(
        "a file that lost its content is not a new database: it is refused, and kept with its log")
    func emptyFile() async throws {
        try await lendDatabase { data, backup in
            let database = "\(data)/coster.sqlite"
            let log = Data("what is left".utf8)
            #expect(truncate(database, 0) == 0)
            try log.write(to: URL(filePath: database + "-wal"))
            for command in [["migrate"], ["audit"]] {
                let run = try await expect(78, command + ["--data", data])
                #expect(run.errors.contains("books-damaged"), "\(run.errors)")
            }
            try await expect(0, ["restore", backup, "--force", "--data", data])
            #expect(try await areRestored(data))
            let left = try fileNames(in: data).filter { $0.contains("before-restore") }
            let kept = try #require(left.first { $0.hasSuffix("-wal") })
            #expect(try Data(contentsOf: URL(filePath: "\(data)/\(kept)")) == log)
        }
    }

    @Test("a file that was moved aside stays there")
    func asideStays() async throws {
        try await lendDatabase { data, backup in
            try await expect(0, ["restore", backup, "--force", "--data", data])
            try DataFolder(data).clearInterruptedRestores()
            let left = try fileNames(in: data)
            #expect(left.contains { $0.contains("before-restore") })
        }
    }

    @Test(
        "interrupted over a damaged database it leaves none half, and nothing creates a new one until it ends",
        arguments: [DatabaseSwap.Step.keptAside, .unnamed, .cleared, .replaced])
    func damaged(step: DatabaseSwap.Step) async throws {
        try await lendDatabase { data, backup in
            let database = "\(data)/coster.sqlite"
            let bytes = Data(repeating: 65, count: 4_096)
            for path in [database, database + "-wal"] { try bytes.write(to: URL(filePath: path)) }
            try await restore(backup, into: data, stoppingBehind: step)
            switch step {
            case .keptAside:
                #expect(try Data(contentsOf: URL(filePath: database)) == bytes)
            case .unnamed, .cleared:
                for command in [
                    ["migrate"], ["audit"], ["serve", "--sandbox", "--listen", "127.0.0.1:0"],
                ] {
                    let run = try await expect(78, command + ["--data", data])
                    #expect(run.errors.contains("was interrupted, and left"))
                }
                #expect(!FileManager.default.fileExists(atPath: database))
            case .replaced: break
            }
            try await expect(0, ["restore", backup, "--force", "--data", data])
            #expect(try await areRestored(data))
            let kept = try fileNames(in: data).filter { $0.contains(".before-restore-") }
            for suffix in ["", "-wal"] {
                let isThere = try kept.contains { name in
                    try name.hasSuffix(suffix)
                        && Data(contentsOf: URL(filePath: "\(data)/\(name)")) == bytes
                }
                #expect(isThere, "what was damaged is kept \(suffix)")
            }
        }
    }
}
