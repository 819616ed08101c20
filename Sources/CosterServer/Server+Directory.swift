import CardVault
import Gateway
import Logging
import PaymentDomain
import PaymentStorage

/// How a server comes to know its merchants and what was restored, and stays up to date.
extension Server {
    /// The database's current merchants with their keys, and the earliest signing time of their tokens.
    ///
    /// A merchant that has no sealing key, or an old one, gets one here, before anything is sealed for it.
    ///
    /// - Parameter current: The directory that is in use meanwhile, which learns of each step.
    static func directory(
        _ store: SQLPaymentStore, _ keyring: VaultKeyring, _ sandbox: SandboxMerchant?,
        _ settings: ServerSettings, _ logger: Logger, replacing current: CurrentDirectory? = nil
    ) async throws(CosterFailure) -> LoadedDirectory {
        let records = try await DatabaseSession.merchantRecords(store)
        current?.madeProgress()
        let merchants = records.merchants.map(\.id) + [sandbox?.merchant.id].compactMap { $0 }
        var keys = LoadedDirectory.Keys.taken
        do throws(VaultOpeningError) {
            try await keyring.refresh(merchants: merchants, at: SystemClock.now())
        } catch .otherDatabase {
            // The database was created again, or its name or the search_path leads elsewhere. It doesn't know what was
            // paid.
            keys = .ofOtherDatabase
            logger.error(
                "the database isn't the one this server started with, so requests are refused; check the database URL and the search_path"
            )
        } catch .vault(.wrongMasterKey) {
            // A rotation ended. A server that loaded its keys while it ran still seals with them; one that missed it
            // has none of them.
            if try await keyring.isInUse(by: merchants) {
                keys = .left
                logger.warning(
                    "the master key was rotated; give this server the new one before its next start"
                )
            } else {
                keys = .outOfUse
                logger.error(
                    "this server doesn't have the current keys, so requests are refused; restart it with the new master key"
                )
            }
        } catch {
            // The keys in use stay; what else was changed, a secret that was revoked, must count all the same.
            keys = .unreadable
            logger.error(
                "the keys can't be read from the database; run coster doctor",
                metadata: store.metadata(["code": "\(error.code)"]))
        }
        current?.madeProgress()
        let options = MerchantOptions(
            allowsRefundBeyondCapture: settings.allowsRefundBeyondCapture,
            isSandbox: settings.isSandbox, appleServers: sandbox?.apple.servers ?? .apple)
        var directory = MerchantDirectory(
            records, vault: keyring.vault, options: options, after: current?.value
        ) { current?.madeProgress() }
        if let sandbox { directory.add(sandbox, vault: keyring.vault, options: options) }
        directory.earliestSigning = try await DatabaseSession.earliestSigning(store)
        return LoadedDirectory(directory: directory, keys: keys)
    }

    /// Keeps the directory up to date while the server runs.
    func watch(_ metrics: PrometheusRegistry) -> DirectoryReloader {
        let (store, keyring, sandbox, settings, logger, directory) =
            (store, keyring, sandbox, settings, logger, directory)
        return DirectoryReloader(
            store: store, directory: directory, lines: lines, servers: servers, metrics: metrics,
            logger: logger
        ) { () async throws(CosterFailure) in
            try await Server.directory(
                store, keyring, sandbox, settings, logger, replacing: directory)
        }
    }
}

extension SQLPaymentStore {
    /// The log metadata beside the message, with the reason why the database can't be used, if that is known.
    func metadata(_ more: Logger.Metadata = [:]) -> Logger.Metadata {
        var metadata = more
        if let whyUnreachable { metadata["reason"] = "\(whyUnreachable)" }
        return metadata
    }
}

/// A directory as it was read from the database, and whether the database's keys came with it.
struct LoadedDirectory: Sendable {
    /// The result of loading the keys.
    enum Keys: Sendable {
        /// They are in use.
        case taken
        /// The database has another master key: the current keys stay until the next start.
        case left
        /// The database has another master key, and takes nothing that is sealed under the current keys.
        case outOfUse
        /// The database isn't the one that the server was started with: the server takes nothing until that one is
        /// back.
        case ofOtherDatabase
        /// They could not be read just now: those in use stay until the next try.
        case unreadable
    }

    let directory: MerchantDirectory
    let keys: Keys
}
