extension FindingKind {
    /// The severity and the message of each finding; a test checks that none is missing.
    static let table = installation.merging(merchants) { first, _ in first }

    /// Of the configuration, the data folder, the database, the clock and the keys.
    private static let installation: [FindingKind: Row] = [
        // The configuration.
        .configurationUnreadable: .problem(
            "The settings file can't be read. Check the path of --config (COSTER_CONFIG), and the file's owner and mode."
        ),
        .configurationNotJSON: .problem(
            "The settings file isn't one JSON object. Correct its syntax."),
        .settingUnknown: .problem(
            "Unknown setting `NAME`. Did you mean `OTHER`?"),
        .settingInvalid: .problem(
            "Invalid value for `NAME`. Use VALUES."),
        .secretExposed: .warning(
            "Other accounts can read a password here. Move it to COSTER_DATABASE_URL, or to a settings file with mode 0600."
        ),
        .lineMissing: .problem(
            "No live line to an acquirer is set up, so only a sandbox starts. Create one with `coster line create`."
        ),
        .lineUnreadable: .problem(
            "The line's row can't be read, so its payments are refused. Restore a backup, or run the newer version of Coster that wrote it."
        ),
        .routeUnreadable: .problem(
            "The rule's row can't be read, so payments that no earlier rule fits are refused. Store the merchant's rules again with `coster route set`."
        ),
        .lineSecretClosed: .problem(
            "The line's secret doesn't decrypt, so its payments are refused. Store it again with `coster line rotate`."
        ),
        .lineIdentityEndsSoon: .warning(
            "The line's client certificate expires within 30 days. Store the next one, behind the secret, with `coster line rotate`."
        ),
        .lineIdentityExpired: .problem(
            "The line's client certificate has expired, so the host refuses us. Store the next one, behind the secret, with `coster line rotate`."
        ),
        .lineUnreachable: .problem(
            "The line's host gives no usable answer. Check its address (`coster line change`), and whether a firewall lets this machine reach it."
        ),
        .lineCertificateRefused: .problem(
            "TLS with the line's host failed. If the acquirer changed its root certificate, store it with `coster line change --roots`. If the host refuses our client certificate, store the right one with `coster line rotate`."
        ),
        .lineCredentialsRefused: .problem(
            "The line's host refuses the sign-on, the user, the secret or the merchant number. Store the right secret with `coster line rotate`."
        ),
        .tlsHalf: .problem(
            "TLS needs both tls-certificate-file and tls-key-file. Set the missing one."),
        .tlsCertificateUnreadable: .problem(
            "The TLS certificate file is missing, can't be read, or isn't PEM. Check its path and content."
        ),
        .tlsKeyUnreadable: .problem(
            "The TLS key file is missing, can't be read, isn't PEM, or has a password. Check its path and content."
        ),
        .tlsKeyMismatch: .problem(
            "The TLS key doesn't belong to the certificate. Set the certificate's own key, and put the server's certificate first in its file."
        ),
        .tlsExpired: .problem(
            "The TLS certificate has expired, so clients refuse the server. Renew it and restart the server."
        ),
        .tlsNotYetValid: .problem(
            "The TLS certificate isn't valid yet. Check the machine's clock, or use the previous certificate until then."
        ),
        .tlsEndsSoon: .warning(
            "The TLS certificate expires within 30 days. Renew it and restart the server."),
        .tlsKeyOpen: .problem(
            "Other accounts can read the TLS key, so the server doesn't start. Run `chmod 600` on the file, and replace the key if somebody copied it."
        ),
        .plainHTTP: .warning(
            "Clients reach this address over plain HTTP, so card data isn't encrypted. Set tls-certificate-file and tls-key-file, or listen on 127.0.0.1 behind a TLS proxy."
        ),
        // The data folder.
        .folderMissing: .problem(
            "The data folder doesn't exist. Check --data (COSTER_DATA), or start a server, which creates it."
        ),
        .folderOpen: .problem(
            "Other accounts can look into the data folder. Run `chmod 700` on it."),
        .folderWritable: .problem(
            "Other accounts can write to the data folder, so the server doesn't start. Run `chmod 700` on it, and check its files."
        ),
        .folderNotOurs: .problem(
            "The data folder belongs to another account. Run coster as its owner."),
        .folderNotWritable: .problem(
            "The data folder can't be written to. Check its owner and mode, and whether the disk is mounted read-only."
        ),
        .fileOpen: .problem(
            "Other accounts can read this file. Run `chmod 600` on it (`chmod 700` on a folder)."),
        .fileNotOurs: .problem(
            "The file belongs to another account. Run coster as its owner."),
        .diskNearlyFull: .warning(
            "The disk is nearly full, and a full disk refuses payments. Make room, or move the data folder to a larger disk."
        ),
        // The database.
        .databaseMissing: .problem(
            "The data folder has no database. Check --data (COSTER_DATA), or restore a backup with `coster restore`."
        ),
        .databaseFileUnreachable: .problem(
            "The database can't be opened now. Check the file's owner and mode, and whether the disk responds."
        ),
        .databaseDamaged: .problem(
            "The database file is damaged. Keep a copy, stop the server, and restore a backup with `coster restore`."
        ),
        .databaseTooNew: .problem(
            "A newer version of Coster wrote the database. Run that version."),
        .databaseTooOld: .problem(
            "The database has an older version. Make a backup, then run `coster migrate`."),
        .databaseAltered: .problem(
            "The tables differ from those that `coster migrate` creates. Restore a backup with `coster restore`, or undo your own changes."
        ),
        .databaseLogUnread: .warning(
            "The database's log has no index, so its changes weren't checked. Start the server once, then run `coster doctor` again."
        ),
        .databaseWithoutTables: .problem(
            "The database, or the first schema of the search_path, has no Coster tables. Check the URL, its user and the search_path; for a new installation, run `coster migrate`."
        ),
        .databaseUnreachable: .problem(
            "The database can't be used now. Check that its server runs and accepts writes, and check the URL and the user's rights."
        ),
        .databaseNotDurable: .problem(
            "The database doesn't wait for its disk, so payments may be lost. Set fsync and synchronous_commit to on."
        ),
        .databaseNotUnicode: .problem(
            "The database's encoding isn't UTF-8. Create a database with the encoding UTF8."),
        .actsAstray: .problem(
            "The newest audit log entries were changed or removed. Keep a copy of the data folder, and run `coster audit` to see where."
        ),
        // The clock.
        .clockBehind: .problem(
            "The machine's clock is behind recorded times, so tokens may be refused. Set the clock, for example with NTP."
        ),
        // The keys.
        .masterKeyMissing: .problem(
            "The master key is missing. Set master-key-file (COSTER_MASTER_KEY_FILE) to the file that this database was created with."
        ),
        .sandboxFolder: .problem(
            "The data folder has a sandbox's master key, and no other key is set. Add --sandbox, or set master-key-file (COSTER_MASTER_KEY_FILE)."
        ),
        .masterKeyUnreadable: .problem(
            "The master key file is missing or can't be read. Check the path in master-key-file, and the file's owner."
        ),
        .masterKeyOpen: .problem(
            "Other accounts can read the master key. Run `chmod 600` on the file, and run `coster keys rotate` if somebody copied it."
        ),
        .masterKeyMalformed: .problem(
            "The master key isn't 64 hex digits. Restore the original file; a new key can't decrypt this database."
        ),
        .masterKeyWrong: .problem(
            "This master key decrypts none of the stored keys. Use the key that this database was created with, or last rotated to."
        ),
        .masterKeyFormer: .problem(
            "This master key was replaced by a rotation. Set master-key-file (COSTER_MASTER_KEY_FILE) to the new one."
        ),
        .masterKeyShared: .warning(
            "Custodians hold the master key, so encrypted data wasn't checked. A server gets the key with `coster keys unseal`."
        ),
        .keyDamaged: .problem(
            "A stored key was changed and doesn't decrypt. Restore a backup with `coster restore`."),
        .keyLost: .problem(
            "Stored keys are missing, so their records don't decrypt. Restore a backup with `coster restore`."
        ),
        .rotationUnfinished: .problem(
            "A key rotation hasn't ended. If none is running, run `coster keys rotate` again with the same keys."
        ),
    ]
}
