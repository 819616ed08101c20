import KeyCustody
import CardVault
import Foundation
import PaymentDomain
import PaymentEngine
import PaymentStorage
import Testing

@testable import CosterServer

/// Books with keys, for the tests of `coster keys`.
enum KeysShop {
    private static let merchant = MerchantID("shop")

    /// New books whose master key is split.
    ///
    /// - Returns: The shares as they were shown, and the key's name.
    static func split(
        _ folder: TemporaryFolder, shares: Int, threshold: Int
    ) async throws -> (shares: [String], key: String) {
        let run = try await CommandRun.coster([
            "keys", "init", "--data", folder.path, "--shares", "\(shares)", "--threshold",
            "\(threshold)",
        ])
        #expect(run.ending == .exited(0), "\(run.errors)")
        let key = try #require(run.output.firstMatch(of: /master key ([0-9a-f]{16})/))
        return (KeysShop.shares(in: run.output), String(key.1))
    }

    /// The shares in a command's output.
    static func shares(in output: String) -> [String] {
        output.split(separator: "\n").filter { $0.hasPrefix("coster-share-1-") }.map(String.init)
    }

    /// Books with a merchant's key under one key file, and a second file.
    static func database(_ folder: TemporaryFolder) async throws -> (old: String, new: String) {
        let files = (old: folder.path + "/old.key", new: folder.path + "/new.key")
        for path in [files.old, files.new] {
            #expect(try MasterKeyFile.write(MasterKey.made(), to: path))
        }
        let store = try await SQLPaymentStore(folder: folder.path)
        _ = try await store.openVaultKeys(
            master: try MasterKeyFile.read(files.old), merchants: [merchant],
            at: SystemClock.now())
        try store.close()
        return files
    }

    /// The name of the key that seals the merchant's records.
    static func keyID(_ folder: TemporaryFolder) async throws -> String? {
        let store = try await SQLPaymentStore(folder: folder.path)
        let keys = try await store.wrappedKeys()
        try store.close()
        return keys.first { $0.merchant == merchant }?.id
    }
}
