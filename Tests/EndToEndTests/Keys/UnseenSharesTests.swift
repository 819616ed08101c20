import CardVault
import Foundation
import PaymentDomain
import PaymentStorage
import Testing

@testable import CosterCommands
@testable import CosterOperations
@testable import CosterServer
@testable import ShopSimulator

@Suite("Shares that nobody may have seen", .timeLimit(.minutes(20)))
struct UnseenSharesTests {
    /// Standard outputs that take nothing, as a shell has them: on a full disk, and closed.
    private static let deaf = ["> /dev/full", ">&-"]

    /// Runs coster with such a standard output.
    private func unseen(_ output: String, _ arguments: [String]) async throws -> CommandRun {
        try await CommandRun.run(
            "/bin/sh", ["-c", "exec \"$0\" \"$@\" \(output)", Places.coster] + arguments)
    }

    @Test("a new database gets no key whose shares were not written", arguments: deaf)
    func newDatabase(output: String) async throws {
        try await TemporaryFolder.lend { folder in
            let arguments = [
                "keys", "init", "--data", folder.path, "--shares", "3", "--threshold", "2",
            ]
            let run = try await unseen(output, arguments)
            #expect(run.ending == .exited(78))
            #expect(run.errors.contains("The shares couldn't be written"))
            let store = try await SQLPaymentStore(folder: folder.path)
            #expect(try await store.wrappedKeys().isEmpty)
            #expect(try await store.shareCommitments().isEmpty)
            try store.close()
            try expectNoShares(in: folder)
            let (shares, _) = try await KeysShop.split(folder, shares: 3, threshold: 2)
            #expect(shares.count == 3)
        }
    }

    @Test("no rotation begins to a key whose shares were not written", arguments: deaf)
    func rotation(output: String) async throws {
        try await TemporaryFolder.lend { folder in
            let files = try await KeysShop.database(folder)
            let before = try await keys(folder)
            let arguments = [
                "keys", "rotate", "--data", folder.path, "--master-key-file", files.old,
                "--new-shares", "3", "--new-threshold", "2",
            ]
            let run = try await unseen(output, arguments)
            #expect(run.ending == .exited(78))
            #expect(run.errors.contains("The shares couldn't be written"))
            #expect(try await keys(folder) == before)
            let store = try await SQLPaymentStore(folder: folder.path)
            #expect(try await store.unfinishedRotation() == nil)
            #expect(try await store.shareCommitments().isEmpty)
            try store.close()
            try expectNoShares(in: folder)
        }
    }

    private func keys(_ folder: TemporaryFolder) async throws -> [WrappedKey] {
        let store = try await SQLPaymentStore(folder: folder.path)
        let keys = try await store.wrappedKeys()
        try store.close()
        return keys
    }

    /// A file that got the number of a closed standard output would have been printed into.
    private func expectNoShares(in folder: TemporaryFolder) throws {
        for file in try folder.files() {
            let text = String(decoding: file.bytes, as: UTF8.self)
            #expect(!text.contains("coster-share-"), "\(file.name)")
        }
    }
}
