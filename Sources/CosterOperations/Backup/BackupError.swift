import PaymentDomain
import CardVault
import CosterServer
import PaymentEngine

/// Why a backup isn't made or restored.
package enum BackupError: OperationError {
    case cannotFinishCopy(path: String)
    case wrongKey(backup: String, id: String)
    case altered(backup: String)
    case withoutCode(backup: String)
    case unreadable(backup: String)
    case inUse(backup: String, companion: String)
    case noFile(backup: String)
    case cannotCopy(backup: String, folder: String)
    case tooNew(backup: String, found: Int, known: Int)
    case damaged(backup: String, code: String)
    case cannotCloseCopy(backup: String)
    case cannotAudit
    case unsound(codes: String)
    case notRecorded(folder: String, StoreError)

    package var exit: CosterExit {
        switch self {
        case .cannotFinishCopy, .wrongKey, .altered, .withoutCode, .unreadable, .inUse, .noFile,
            .cannotCopy, .damaged:
            .badInput
        case .tooNew, .notRecorded: .configuration
        case .cannotCloseCopy, .cannotAudit: .internalFault
        case .unsound: .doesNotHold
        }
    }

    package var message: String {
        switch self {
        case .cannotFinishCopy(let path):
            "The backup \(path) can't be written completely. Free space on its disk."
        case .wrongKey(let backup, let id):
            "refused: backup-wrong-key: The backup \(backup) wasn't made with the master key \(id). Give its own key's file with --master-key-file."
        case .altered(let backup):
            "refused: backup-altered: The backup \(backup) was changed after it was made. Use another backup."
        case .withoutCode(let backup):
            "refused: backup-without-code: The file \(backup) isn't a complete backup of `coster backup`. Use another backup."
        case .unreadable(let backup):
            "The backup \(backup) can't be read completely. Check its disk."
        case .inUse(let backup, let companion):
            "\(backup) is a database in use, because \(companion) lies beside it. Use a file that `coster backup` made."
        case .noFile(let backup):
            "There is no backup \(backup), or it isn't a regular file. Check the path."
        case .cannotCopy(let backup, let folder):
            "The backup \(backup) can't be copied into \(folder). Check the owner of both, and free space."
        case .tooNew(let backup, let found, let known):
            "The backup \(backup) has version \(found), but this program supports versions up to \(known). Use the program that wrote it."
        case .damaged(let backup, let code):
            "The file \(backup) isn't a complete backup of Coster (\(code)). Use another backup."
        case .cannotCloseCopy(let backup):
            "The copy of \(backup) can't be written completely. Free space on the data folder's disk."
        case .cannotAudit:
            "The restored database can't be audited. Free space on the data folder's disk."
        case .unsound(let codes):
            "The restored database breaks invariants (\(codes)). Use another backup."
        case .notRecorded(let folder, let error):
            "The command succeeded, but the audit log in \(folder) wasn't written (\(error.rawValue)). Free space on its disk."
        }
    }

    /// The refusals that have a code, of a file and a master key with these names.
    package static func refusals(
        of backup: String, key: String
    ) -> [(code: String, sentence: String)] {
        let errors: [BackupError] = [
            .altered(backup: backup), .withoutCode(backup: backup),
            .wrongKey(backup: backup, id: key),
        ]
        return errors.map { error in
            let parts = error.message.split(separator: ": ", maxSplits: 2).map(String.init)
            return (parts.dropFirst().first ?? "", parts.last ?? "")
        }
    }
}
