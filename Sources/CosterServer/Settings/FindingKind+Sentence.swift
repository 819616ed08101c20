extension FindingKind {
    /// The message, with the next step.
    package var sentence: String {
        setUpSentence ?? keySentence ?? merchantSentence ?? tokenSentence ?? rawValue
    }

    /// Of the configuration, the data folder, the database and the clock.
    private var setUpSentence: String? {
        switch self {
        case .configurationUnreadable:
            "The configuration file cannot be read. Check the path of --config (COSTER_CONFIG) and the file's owner and mode."
        case .configurationNotJSON:
            "The configuration file is not one JSON object of settings. Mend its syntax; docs/operations/configuration.md lists the settings."
        case .settingUnknown:
            "There is no setting of this name, and a server does not start with it. Check its spelling against docs/operations/configuration.md, or take it out."
        case .settingInvalid:
            "The value of this setting is not of its kind or out of its range. See docs/operations/configuration.md for what it takes."
        case .settingsRefused:
            "A server would not start with these settings. Mend what the sentence before says."
        case .acquirerMissing:
            "Without the sandbox a line to an acquirer is required. Set acquirer (COSTER_ACQUIRER), or use --sandbox."
        case .acquirerUnknown:
            "This version has no line to an acquirer of this name. Check the setting acquirer, or use --sandbox."
        case .tlsHalf:
            "TLS needs both tls-certificate-file and tls-key-file. Set the one that is missing, or take out the other."
        case .tlsCertificateUnreadable:
            "The TLS certificate file is not there, cannot be read, or holds no certificate in PEM. Check the path and the file."
        case .tlsKeyUnreadable:
            "The TLS key file is not there, cannot be read, or holds no private key in PEM. Check the path and the file; the key must not have a password."
        case .tlsKeyMismatch:
            "The TLS key is not the one of the certificate. Set the key that the certificate was requested with; the server's own certificate comes first in its file."
        case .tlsExpired:
            "The TLS certificate has expired, so that clients refuse the server. Renew it and restart the server."
        case .tlsNotYetValid:
            "The TLS certificate is not valid yet. Check the machine's clock, or use the earlier certificate until then."
        case .tlsEndsSoon:
            "The TLS certificate ends within 30 days. Renew it and restart the server."
        case .tlsKeyOpen:
            "Other accounts can read the TLS key, and a server refuses it. Close the file with chmod 600; if someone may have read it, get a new key and certificate."
        case .plainHTTP:
            "Clients reach this address over plain HTTP, so that card data crosses the network unencrypted. Set tls-certificate-file and tls-key-file, or let a balancer end TLS and listen on 127.0.0.1."
        case .folderMissing:
            "There is no data folder. Check --data (COSTER_DATA); the first start of a server makes a new one."
        case .folderOpen:
            "Other accounts can look into the data folder. Close it with chmod 700."
        case .folderWritable:
            "Other accounts can put files into the data folder, and a server refuses it. Close it with chmod 700, and check what is in it."
        case .folderNotOurs:
            "The data folder belongs to another account than the one that asks. Run coster as the folder's owner, or give the folder to this account with chown."
        case .folderNotWritable:
            "The data folder cannot be written to. Check its owner and mode, and that the disk is not mounted for reading alone."
        case .fileOpen:
            "Other accounts can read this file of the data folder. Close it with chmod 600 (a folder: 700)."
        case .fileNotOurs:
            "This file belongs to another account than the one that asks. Run coster as its owner, or give it to this account with chown."
        case .diskNearlyFull:
            "The disk of the data folder is nearly full; a full one refuses payments. Make room or move the folder to a larger disk."
        case .databaseMissing:
            "There are no books in the data folder. Check --data; the first start of a server makes them, and coster restore brings back a backup."
        case .databaseFileUnreachable:
            "The books cannot be opened now. Check the owner and mode of the file, and that the disk answers."
        case .databaseDamaged:
            "The file of the books is no database, or a damaged one. Keep it as it is, stop the server, and bring back a backup with coster restore."
        case .databaseTooNew:
            "A newer version of coster wrote these books. Use that version; an older one must not touch them."
        case .databaseTooOld:
            "The books are of an older version. Bring them up to date with coster migrate, after a backup; where it refuses, use the version that wrote them."
        case .databaseAltered:
            "The tables are not those that coster migrate makes. Keep them as they are, and bring back a backup with coster restore; or take out what you added yourself."
        case .databaseLogUnread:
            "The books have a log beside them without its index, so that its changes were not looked at. Start the server once, which takes them in, and ask again."
        case .databaseWithoutTables:
            "There are no tables of coster in the database, or in the schema that the search_path names first. If books were there before, make no others: check the URL, its user and the search_path. For a new installation coster migrate makes new, empty books."
        case .databaseUnreachable:
            "The database cannot be used now. Check that its server runs and takes writes, the URL with its user, password and certificates, and that the user may use the tables."
        case .databaseNotDurable:
            "The database does not wait for its disk, so that payments may be lost. Set fsync and synchronous_commit to on."
        case .databaseNotUnicode:
            "The database keeps text in another encoding than UTF-8. Make another with the encoding UTF8."
        case .actsAstray:
            "The newest administrative acts do not follow on each other: rows were changed or taken out. Keep the data folder as it is, and run coster audit to see where."
        case .clockBehind:
            "The machine's clock is behind what has happened already. Set it (NTP), or tokens are refused and certificates look not yet valid."
        default: nil
        }
    }

    /// Of the keys.
    private var keySentence: String? {
        switch self {
        case .masterKeyMissing:
            "There is no master key. Set master-key-file (COSTER_MASTER_KEY_FILE) to the file with 64 hex digits that these books were made with; new books get one with coster keys init."
        case .masterKeyUnreadable:
            "The file of the master key is not there or cannot be read. Check the path in master-key-file, and the file's owner."
        case .masterKeyOpen:
            "Other accounts can read the master key. Close the file with chmod 600; if someone may have read it, change the key with coster keys rotate."
        case .masterKeyMalformed:
            "The master key is not 64 hex digits. Put back the file as it was made; a new key would open nothing of these books."
        case .masterKeyWrong:
            "This master key opens none of the kept keys: it is another installation's. Give the key that these books were made with, or last rotated to."
        case .masterKeyFormer:
            "This is the master key from before a rotation, and opens nothing any more. Give the one that coster keys rotate changed to."
        case .masterKeyShared:
            "The master key is with its custodians, so that nothing sealed was opened here. A server gets it with coster keys unseal."
        case .keyDamaged:
            "A kept key does not open under the right master key: its row was changed. What it sealed is lost without a backup; bring one back with coster restore."
        case .keyLost:
            "Rows of kept keys are missing, so that what they sealed does not open. Bring back a backup with coster restore."
        case .rotationUnfinished:
            "A rotation of keys has not ended. Unless one runs now, start coster keys rotate again with the same keys; it goes on where it was."
        default: nil
        }
    }
}
