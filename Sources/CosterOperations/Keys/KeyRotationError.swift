import PaymentDomain
import CosterServer
import PaymentEngine

/// Why a rotation of keys doesn't begin or end.
enum KeyRotationError: OperationError {
    case databaseUnusable(StoreError)
    case serversLate
    case inProgress
    case locked(place: String)
    case damaged(Int)
    case isNewKey(id: String)
    case cannotLock(code: String, reason: String?)

    var exit: CosterExit {
        switch self {
        case .databaseUnusable, .cannotLock: .configuration
        case .serversLate, .inProgress, .locked, .damaged: .doesNotHold
        case .isNewKey: .badInput
        }
    }

    var message: String {
        switch self {
        case .databaseUnusable(let error):
            "The database can't be used now (\(error.rawValue)). Run `coster keys rotate` again to continue."
        case .serversLate:
            "A running server doesn't have the new keys, so the old keys stay in use. Restart it with the current master key, or stop it, and rotate again."
        case .inProgress:
            "Another rotation of this database is in progress. Wait until it ends."
        case .locked(let place):
            "Another rotation or a restore is in progress on \(place). Wait until it ends; `coster keys inventory` shows how far a rotation is."
        case .damaged(let count):
            "The old keys stay, because damaged records don't decrypt: \(count). Restore a backup, or give the records up with --give-up-damaged."
        case .isNewKey(let id):
            "The given master key \(id) is the new one. Omit --abandon-new-master-key to continue the rotation to it."
        case .cannotLock(let code, let reason):
            "The database can't be used now (\(code)). Check that its server runs and allows two connections."
                + (reason.map { " PostgreSQL says: \($0)" } ?? "")
        }
    }
}
