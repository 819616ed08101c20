import KeyCustody
import CardVault
import Foundation
import PaymentDomain
import PaymentStorage
import Testing

@testable import CosterServer

@Suite(
    "A rotation that was interrupted, and the flags with which it goes on", .timeLimit(.minutes(20))
)
struct ResumedRotationTests {
    /// Begins a rotation from one file's key to another's, and leaves it.
    private func begin(
        _ folder: TemporaryFolder, from old: String, to new: String
    ) async throws {
        let store = try await SQLPaymentStore(folder: folder.path)
        let plan = try RotationPlan(
            existing: try await store.wrappedKeys(), from: try MasterKeyFile.read(old),
            to: try MasterKeyFile.read(new), at: presentTime())
        let beginning = try await store.begin(plan, by: "test")
        try store.close()
        guard case .begun = beginning else {
            Issue.record("no rotation was begun: \(beginning)")
            return
        }
    }

    private func rotate(
        _ folder: TemporaryFolder, _ arguments: [String]
    ) async throws -> CommandRun {
        try await CommandRun.coster(["keys", "rotate", "--data", folder.path] + arguments)
    }

    /// The master keys of the books, and whether a rotation has not ended.
    private func standing(
        _ folder: TemporaryFolder
    ) async throws -> (masters: Set<String>, isUnfinished: Bool) {
        let store = try await SQLPaymentStore(folder: folder.path)
        let masters = Set(try await store.wrappedKeys().map(\.masterID))
        let unfinished = try await store.unfinishedRotation()
        try store.close()
        return (masters, unfinished != nil)
    }

    @Test("the advice for the next start depends on the new key, not on the flags")
    func advice() async throws {
        try await TemporaryFolder.lend { folder in
            let files = try await KeysShop.database(folder)
            let next = try MasterKeyFile.read(files.new).id
            try await begin(folder, from: files.old, to: files.new)
            let run = try await rotate(folder, ["--master-key-file", files.new])
            #expect(run.ending == .exited(0), "\(run.errors)")
            #expect(run.output.contains("_KEY_FILE) to the file of master key \(next)"))
            #expect(!run.output.contains("shares"))
            let standing = try await standing(folder)
            #expect(standing.masters == [next] && !standing.isUnfinished)
        }
    }

    @Test("a file with another key than the next one is refused, whichever opens the database")
    func anotherFile() async throws {
        try await TemporaryFolder.lend { folder in
            let files = try await KeysShop.database(folder)
            let third = "\(folder.path)/third.key"
            #expect(try MasterKeyFile.write(MasterKey.made(), to: third))
            try await begin(folder, from: files.old, to: files.new)
            for opening in [files.old, files.new] {
                let run = try await rotate(
                    folder, ["--master-key-file", opening, "--new-master-key-file", third])
                #expect(run.ending == .exited(65))
                #expect(run.errors.contains("holds another"))
                #expect(try await standing(folder).isUnfinished)
            }
            let run = try await rotate(
                folder, ["--master-key-file", files.old, "--new-master-key-file", files.new])
            #expect(run.ending == .exited(0), "\(run.errors)")
        }
    }

    @Test("if the new master key is lost, the rotation ends under the old one")
    func lostKey() async throws {
        try await TemporaryFolder.lend { folder in
            let files = try await KeysShop.database(folder)
            let abandon = "--abandon-new-master-key"
            let none = try await rotate(folder, ["--master-key-file", files.old, abandon])
            #expect(none.ending == .exited(65), "\(none.errors)")
            try await begin(folder, from: files.old, to: files.new)
            let found = try await rotate(folder, ["--master-key-file", files.new, abandon])
            #expect(found.ending == .exited(65))
            #expect(found.errors.contains("is the new one"), "\(found.errors)")
            let stuck = try await rotate(folder, ["--master-key-file", files.old])
            #expect(stuck.ending == .exited(65))
            #expect(stuck.errors.contains(abandon), "\(stuck.errors)")
            let both = [abandon, "--new-master-key-file", files.new]
            let usage = try await rotate(folder, ["--master-key-file", files.old] + both)
            #expect(usage.ending == .exited(64))
            let before = try await standing(folder)
            #expect(before.masters.count == 2 && before.isUnfinished)
            let run = try await rotate(folder, ["--master-key-file", files.old, abandon])
            #expect(run.ending == .exited(0), "\(run.errors)")
            #expect(run.output.contains("is dropped"))
            let ended = try await standing(folder)
            let old = try MasterKeyFile.read(files.old).id
            #expect(ended.masters == [old] && !ended.isUnfinished)
            // Servers may have been started with the other one.
            #expect(
                run.output.contains("The master key is still \(old). Restart servers"),
                "\(run.output)")
            #expect(!run.output.contains("no action is needed"))
        }
    }

    @Test("a rotation whose new master key was dropped continues when that is asked for again")
    func givenUpBefore() async throws {
        try await TemporaryFolder.lend { folder in
            let files = try await KeysShop.database(folder)
            try await begin(folder, from: files.old, to: files.new)
            // As the command leaves it where it is killed after its first step.
            let store = try await SQLPaymentStore(folder: folder.path)
            let begun = try #require(try await store.unfinishedRotation())
            let left = try await store.abandonNewMaster(
                of: begun, by: "test", at: presentTime())
            try store.close()
            #expect(left != nil)
            let abandon = ["--master-key-file", files.old, "--abandon-new-master-key"]
            let run = try await rotate(folder, abandon)
            #expect(run.ending == .exited(0), "\(run.errors)")
            #expect(run.errors.contains("Resuming an interrupted rotation"), "\(run.errors)")
            let ended = try await standing(folder)
            let old = try MasterKeyFile.read(files.old).id
            #expect(ended.masters == [old] && !ended.isUnfinished)
            // Then there is none.
            let again = try await rotate(folder, abandon)
            #expect(again.ending == .exited(65))
            #expect(again.errors.contains("Nothing was changed"), "\(again.errors)")
        }
    }

    @Test(
        "a rotation of data keys is ended first, and the change of the master key is still to be started",
        arguments: [true, false])
    func anotherRotation(toFile: Bool) async throws {
        try await TemporaryFolder.lend { folder in
            let files = try await KeysShop.database(folder)
            let (old, new) = (
                try MasterKeyFile.read(files.old).id, try MasterKeyFile.read(files.new).id
            )
            try await begin(folder, from: files.old, to: files.old)
            let change =
                ["--master-key-file", files.old]
                + (toFile
                    ? ["--new-master-key-file", files.new]
                    : ["--new-shares", "3", "--new-threshold", "2"])
            let run = try await rotate(folder, change)
            #expect(run.ending == .exited(1), "\(run.output)")
            #expect(run.errors.contains("run the command again"))
            #expect(run.output.contains("Rotation complete"))
            #expect(!run.output.contains("coster-share"))
            let ended = try await standing(folder)
            #expect(ended.masters == [old] && !ended.isUnfinished)
            let again = try await rotate(folder, change)
            #expect(again.ending == .exited(0), "\(again.errors)")
            let changed = try await standing(folder)
            #expect(changed.masters.count == 1 && !changed.masters.contains(old))
            #expect(changed.masters.contains(new) == toFile)
        }
    }

    @Test("a rotation to shares that goes on says that servers wait for shares")
    func towardsShares() async throws {
        try await TemporaryFolder.lend { folder in
            let files = try await KeysShop.database(folder)
            let next = MasterKey.made()
            let shares = try KeyShare.split(next, into: 3, threshold: 2)
            let store = try await SQLPaymentStore(folder: folder.path)
            let plan = try RotationPlan(
                existing: try await store.wrappedKeys(), from: try MasterKeyFile.read(files.old),
                to: next, shares: ShareCommitments(shares, of: next), at: presentTime())
            _ = try await store.begin(plan, by: "test")
            try store.close()
            let entered = shares.prefix(2).map { ShareText.text(of: $0) + "\n" }.joined()
            // The counts of another splitting: what is under way ends, and the other is still to be started.
            let run = try await CommandRun.coster(
                [
                    "keys", "rotate", "--data", folder.path, "--master-key-file", files.old,
                    "--new-shares", "5", "--new-threshold", "2",
                ], input: entered)
            #expect(run.ending == .exited(1), "\(run.output) \(run.errors)")
            #expect(run.output.contains("coster keys unseal"))
            #expect(run.errors.contains("run the command again"))
            let standing = try await standing(folder)
            #expect(standing.masters == [next.id] && !standing.isUnfinished)
        }
    }
}
