import ArgumentParser
import CardVault
import CosterServer
import Foundation
import PaymentStorage

/// A command's options for the master key.
struct MasterKeyOptions: ParsableArguments {
    @Option(
        name: .customLong("master-key-file"),
        help: "The file of the master key. [env: COSTER_MASTER_KEY_FILE]")
    var file: String?

    /// The master key of this database: from the file, from the environment, from shares that are entered now, or the
    /// sandbox's.
    ///
    /// - Throws: Exit code 78 if there isn't one, 65 if a share is refused.
    func masterKey(
        of store: SQLPaymentStore, in folder: DataFolder
    ) async throws(CosterFailure) -> MasterKey {
        if let key = try configured() { return key }
        let sets = try await MasterKeySource.commitments(store)
        if !sets.isEmpty {
            let key = try ShareEntry.masterKey(of: sets)
            try await MasterKeySource.recordUnsealing(key, store)
            return key
        }
        guard FileManager.default.fileExists(atPath: folder.masterKey) else {
            throw Self.missing
        }
        return try MasterKeySource.inFile(folder.masterKey)
    }

    /// The master key of a backup, which isn't trusted yet.
    ///
    /// Only shares of the key need the backup itself: they are compared with its record of them. If that was changed,
    /// they are refused, or give a key that isn't the backup's.
    ///
    /// - Parameters:
    ///   - staging: A folder with a copy of the backup's database.
    ///   - folder: The folder to restore into; a sandbox has its key there.
    /// - Throws: Exit code 78 if there is no key, 65 if a share is refused.
    func masterKey(
        ofBackupIn staging: DataFolder, for folder: DataFolder
    ) async throws(CosterFailure) -> MasterKey {
        if let key = try configured() { return key }
        if FileManager.default.fileExists(atPath: folder.masterKey) {
            return try MasterKeySource.inFile(folder.masterKey)
        }
        // The code of a backup of another version cannot be checked by shares; nor need it be known why.
        guard let store = try? await SQLPaymentStore(readingOnly: staging.path) else {
            throw Self.missing
        }
        defer { try? store.close() }
        let sets = try await MasterKeySource.commitments(store)
        guard !sets.isEmpty else { throw Self.missing }
        return try ShareEntry.masterKey(of: sets)
    }

    /// For a command whose database or backup already has a master key.
    private static let missing = CosterFailure(
        .configuration,
        "The master key is missing. Give its file with --master-key-file (COSTER_MASTER_KEY_FILE).")

    /// The key of the file or of the environment; nil if neither is set.
    private func configured() throws(CosterFailure) -> MasterKey? {
        guard let path = file ?? CommandSettings.masterKeyFile else {
            return try MasterKeySource.inEnvironment()
        }
        return try MasterKeySource.inFile(path)
    }
}
