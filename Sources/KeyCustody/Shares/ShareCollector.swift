import CardVault
import PaymentDomain

/// Takes the custodians' shares one at a time, until they give the master key.
///
/// A database may know two sets, while its master key is being changed; either one's shares will do.
package struct ShareCollector: Redacted {
    /// How far a set has come.
    package enum Progress: Redacted {
        /// So many of its shares are here, and so many more are needed.
        case taken(Int, missing: Int)
        case complete(MasterKey)

        /// `Progress`.
        package var redacted: String { "Progress" }
    }

    private let sets: [ShareCommitments]
    private var taken: [String: [Int: KeyShare]] = [:]

    /// A collector for the sets that the database knows.
    package init(sets: [ShareCommitments]) {
        self.sets = sets
    }

    /// `ShareCollector`.
    package var redacted: String { "ShareCollector" }

    /// Takes a share as it was typed.
    ///
    /// - Throws: ``ShareError``; then all is as it was before.
    package mutating func take(_ text: String) throws(ShareError) -> Progress {
        try take(try ShareText.share(text))
    }

    /// Takes a share.
    ///
    /// - Throws: ``ShareError``; then all is as it was before, but for ``ShareError/anotherKey``,
    ///   after which the set's shares are to be given again.
    package mutating func take(_ share: KeyShare) throws(ShareError) -> Progress {
        guard let set = sets.first(where: { $0.setID == share.setID }) else {
            throw .ofAnotherSet
        }
        try set.check(share)
        var shares = taken[set.setID] ?? [:]
        guard shares[share.index] == nil else { throw .givenTwice(index: share.index) }
        shares[share.index] = share
        taken[set.setID] = shares
        guard shares.count >= set.threshold else {
            return .taken(shares.count, missing: set.threshold - shares.count)
        }
        taken[set.setID] = nil
        // Bytes that are no key are another key too.
        guard let master = try? KeyShare.joined(Array(shares.values)), master.id == set.masterID
        else { throw .anotherKey }
        return .complete(master)
    }
}
