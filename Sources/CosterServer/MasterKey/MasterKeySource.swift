import MerchantStorage
import CardVault
import Foundation
import KeyCustody
import Logging
import Merchants
import PaymentDomain
import PaymentEngine
import PaymentStorage

/// Finds the master key: in a file, in the environment, or in shares that custodians enter.
package enum MasterKeySource {
    /// The key of a server, which waits for custodians if the key is split.
    ///
    /// A file comes first, then the environment, then shares; a sandbox without any of them makes a key of its own.
    ///
    /// - Throws: Exit code 78 with the problem and its repair.
    static func serverKey(
        _ settings: ServerSettings, _ store: SQLPaymentStore, _ logger: Logger
    ) async throws(CosterFailure) -> MasterKey {
        if let path = settings.masterKeyFile { return try inFile(path) }
        if let key = try inEnvironment() { return key }
        let sets = try await commitments(store)
        if !sets.isEmpty {
            return try await unsealed(settings.data, sets, store, logger)
        }
        guard settings.isSandbox else {
            let isSandboxs = FileManager.default.fileExists(atPath: settings.data.masterKey)
            throw isSandboxs ? sandboxKeyAlone(in: settings.data) : none
        }
        try await refuseNewKey(settings.data, store)
        return try CosterFailure.mapping { () throws(KeyCustodyError) in
            try MasterKeyFile.readOrCreate(settings.data.masterKey)
        }
    }

    /// The key in a file.
    package static func inFile(_ path: String) throws(CosterFailure) -> MasterKey {
        try CosterFailure.mapping { () throws(KeyCustodyError) in try MasterKeyFile.read(path) }
    }

    /// The key in the environment, if there is one.
    package static func inEnvironment() throws(CosterFailure) -> MasterKey? {
        try CosterFailure.mapping { () throws(KeyCustodyError) in try MasterKeyEnvironment.key() }
    }

    /// A sandbox makes a key for a new database alone: another would open nothing in one that has keys, as after a
    /// restore, and would lie in the place of the right one.
    private static func refuseNewKey(
        _ folder: DataFolder, _ store: SQLPaymentStore
    ) async throws(CosterFailure) {
        guard !FileManager.default.fileExists(atPath: folder.masterKey) else { return }
        let masters = Set(try await DatabaseSession.wrappedKeys(store).map(\.masterID)).sorted()
        guard masters.isEmpty else {
            throw CosterFailure(
                .configuration,
                "The database needs the master key \(masters.joined(separator: ", ")), which is missing. Set master-key-file (COSTER_MASTER_KEY_FILE), or restore the file \(folder.masterKey)."
            )
        }
    }

    /// The shares that the database knows.
    package static func commitments(
        _ store: SQLPaymentStore
    ) async throws(CosterFailure) -> [ShareCommitments] {
        do {
            return try await store.shareCommitments()
        } catch {
            throw CosterFailure(
                .configuration,
                "The shares of the master key can't be read from the database (\(error.rawValue)). Run `coster audit`."
            )
        }
    }

    package static let none = CosterFailure(
        .configuration,
        "The master key is missing. Set master-key-file (COSTER_MASTER_KEY_FILE) to its file. For a new installation, run `coster keys init --shares 3 --threshold 2`."
    )

    private static func sandboxKeyAlone(in folder: DataFolder) -> CosterFailure {
        CosterFailure(
            .configuration,
            "The data folder \(folder.path) has a sandbox's master key, and no other key is set. To start the sandbox, run: coster serve --sandbox --data \(folder.path)"
        )
    }

    private static func unsealed(
        _ folder: DataFolder, _ sets: [ShareCommitments], _ store: SQLPaymentStore, _ logger: Logger
    ) async throws(CosterFailure) -> MasterKey {
        let listener = try MasterKeyListener(folder, sets: sets) { reply in
            switch reply {
            case .taken(let count, let missing):
                logger.notice(
                    "a share of the master key was entered",
                    metadata: ["shares": "\(count)", "missing": "\(missing)"])
            case .unsealed: logger.notice("the master key is complete")
            case .refused(let error):
                logger.warning(
                    "a share of the master key was refused", metadata: ["code": "\(error.code)"])
            }
        }
        print(
            "coster: sealed; waiting for shares of the master key. Each custodian runs: coster keys unseal --data \(folder.path)"
        )
        let key: MasterKey
        do {
            key = try await listener.masterKey()
        } catch {
            throw CosterFailure(error)
        }
        try await recordUnsealing(key, store)
        return key
    }

    /// Puts on record that custodians gave the master key, to a server or to a command.
    package static func recordUnsealing(
        _ key: MasterKey, _ store: SQLPaymentStore
    ) async throws(CosterFailure) {
        let act = AuditEntry(
            at: SystemClock.now(), actor: Operator.name, kind: .masterKeyUnsealed,
            subject: key.id)
        do {
            try await store.merchantStore.record(act)
        } catch {
            throw CosterFailure(
                .configuration,
                "The database can't be written (\(error.rawValue)). Check free space and its owner."
            )
        }
    }
}
