import KeyCustody
import CardVault
import PaymentDomain
import PaymentEngine

package struct RotationRecord: Sendable, Hashable {
    package enum Step: String, Sendable, Hashable, CaseIterable {
        /// Running servers take up the new keys.
        case takingUp
        /// Records under the old keys are being resealed.
        case resealing
        /// The old keys are gone.
        case finished
    }

    package let number: Int64
    package let startedAt: Timestamp
    package let finishedAt: Timestamp?
    /// The master key that wrapped the keys before.
    package let oldMasterID: String
    /// The master key that wraps the new ones; the same where only data keys are rotated.
    package let newMasterID: String
    package let step: Step
    /// Which walk over all tables it is on, from 1.
    package internal(set) var pass: Int
    /// Which table the walk is at; empty before the first.
    var table: String
    /// Behind which row.
    var row: Int64
    /// How many records it resealed.
    package internal(set) var resealed: Int
    /// How many records of this pass were resealed, or changed meanwhile.
    var passChanges: Int
    /// How many records of this pass do not open.
    package internal(set) var damaged: Int

    package var changesMaster: Bool { oldMasterID != newMasterID }
}

package enum RotationProgress: Sendable, Hashable {
    /// It waits for running servers to load the new keys.
    case waitingForServers
    /// A table is being walked: how many tables of this pass are done, and how many records were resealed in all.
    case walked(table: String, done: Int, of: Int, resealed: Int)
    /// A record does not open under its key; it is left as it is.
    case damaged(table: String, row: Int64)
    /// Everything is resealed and the old keys are deleted.
    case finished(resealed: Int)
}

/// Why a rotation stopped; if it is started again, it resumes at that step.
package enum RotationError: Error, Sendable, Hashable {
    case store(StoreError)
    /// The keys do not open.
    case vault(VaultError)
    /// A running server did not take up the new keys.
    case serversLate
    /// Another process works on it.
    case underway
    /// So many records do not open; the old keys are kept for their sake.
    case damaged(Int)

    package var code: String {
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
package struct RotationPlan: Sendable {
    let oldMasterID: String
    let newMasterID: String
    let shares: ShareCommitments?
    let startedAt: Timestamp
    /// The rows that the plan was made from; others would be forgotten by it.
    let basis: Set<WrappedKey>
    let new: [WrappedKey]

    /// Plans a new sealing key for every merchant that has one.
    ///
    /// If the master key changes, every key, old and new, is wrapped under both masters, so that either opens the
    /// database until the end.
    ///
    /// - Parameters:
    ///   - existing: All keys of the database.
    ///   - old: The master key that opens them.
    ///   - new: The one that opens them afterwards.
    ///   - shares: The commitments of the new master's shares, if it is split.
    package init(
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
