import CardVault
import PaymentDomain
import PaymentEngine

/// A rotation of keys as the books know it.
public struct RotationRecord: Sendable, Hashable {
    /// Where it stands.
    public enum Step: String, Sendable, Hashable, CaseIterable {
        /// Running servers take up the new keys.
        case takingUp
        /// What the old keys sealed is sealed anew.
        case resealing
        /// The old keys are gone.
        case finished
    }

    /// Its number, from 1.
    public let number: Int64
    /// When it began.
    public let startedAt: Timestamp
    /// When it ended.
    public let finishedAt: Timestamp?
    /// The master key that wrapped the keys before.
    public let oldMasterID: String
    /// The master key that wraps the new ones; the same where only data keys are rotated.
    public let newMasterID: String
    /// Where it stands.
    public let step: Step
    /// Which walk over all tables it is on, from 1.
    public let pass: Int
    /// Which table the walk is at; empty before the first.
    let table: String
    /// Behind which row.
    let row: Int64
    /// How many records it sealed anew.
    public let resealed: Int
    /// How many records of this pass were sealed anew, or changed under its hands.
    let passChanges: Int
    /// How many records of this pass do not open.
    public let damaged: Int

    /// Whether the master key changes.
    public var changesMaster: Bool { oldMasterID != newMasterID }
}

/// What a rotation tells while it runs.
public enum RotationProgress: Sendable, Hashable {
    /// Running servers are told of new keys, and waited for.
    case waitingForServers
    /// A table is being walked: at which row, and how many records were sealed anew in all.
    case walked(table: String, row: Int64, resealed: Int)
    /// A record does not open under its key; it is left as it is.
    case damaged(table: String, row: Int64)
    /// All is sealed anew and the old keys are gone.
    case finished(resealed: Int)
}

/// Why a rotation stopped; it goes on where it was when it is started again.
public enum RotationError: Error, Sendable, Hashable {
    /// The books could not be read or written.
    case store(StoreError)
    /// The keys do not open.
    case vault(VaultError)
    /// A running server did not take up the new keys.
    case serversLate
    /// Another process works on it.
    case underway
    /// So many records do not open; the old keys are kept for their sake.
    case damaged(Int)

    /// A stable code for logs and metrics.
    public var code: String {
        switch self {
        case .store(let error): "store-\(error.rawValue)"
        case .vault(let error): error.code
        case .serversLate: "servers-late"
        case .underway: "rotation-underway"
        case .damaged: "records-damaged"
        }
    }
}

/// The new keys of a rotation, made before anything is written.
public struct RotationPlan: Sendable {
    let oldMasterID: String
    let newMasterID: String
    let shares: ShareCommitments?
    let startedAt: Timestamp
    /// The rows that the plan was made from; others would be forgotten by it.
    let basis: Set<WrappedKey>
    /// The rows to add.
    let new: [WrappedKey]

    /// Plans a new sealing key for every merchant that has one.
    ///
    /// Where the master key changes, every key, old and new, is wrapped under both masters, so that
    /// the books open with either until the end.
    ///
    /// - Parameters:
    ///   - existing: All that the books keep.
    ///   - old: The master key that opens them.
    ///   - new: The one that opens them afterwards.
    ///   - shares: What is to be known of the new master's shares, where it is split.
    public init(
        existing: [WrappedKey], from old: MasterKey, to new: MasterKey,
        shares: ShareCommitments? = nil, at now: Timestamp
    ) throws(VaultError) {
        oldMasterID = old.id
        newMasterID = new.id
        self.shares = shares
        startedAt = now
        basis = Set(existing)
        var keys = try VaultKeys.opened(master: old, existing: existing)
        var made: [WrappedKey] = []
        for merchant in keys.merchants {
            let next = try keys.made(for: merchant, under: old, at: now)
            keys = next.keys
            made.append(next.new)
        }
        guard old.id != new.id else {
            self.new = made
            return
        }
        var rewrapped: [WrappedKey] = []
        for key in existing + made {
            rewrapped.append(try key.rewrapped(from: old, under: new))
        }
        self.new = made + rewrapped
    }
}
