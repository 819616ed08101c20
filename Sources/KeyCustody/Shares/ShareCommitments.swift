import CardVault
import PaymentDomain

/// The database's record of one splitting of a master key: enough to recognise each share, and nothing that helps to
/// make one.
package struct ShareCommitments: Sendable, Hashable {
    /// The record of one share.
    package struct Entry: Sendable, Hashable {
        package let index: Int
        /// A hash over the share.
        package let commitment: [UInt8]

        /// An entry from the database.
        package init(index: Int, commitment: [UInt8]) {
            self.index = index
            self.commitment = commitment
        }
    }

    /// Names the splitting.
    package let setID: String
    /// Which key was split: ``MasterKey/id``.
    package let masterID: String
    /// How many shares give the key.
    package let threshold: Int
    /// One for each share.
    package let entries: [Entry]

    /// Commitments from the database.
    package init(setID: String, masterID: String, threshold: Int, entries: [Entry]) {
        self.setID = setID
        self.masterID = masterID
        self.threshold = threshold
        self.entries = entries
    }

    /// The commitments to the shares of a key, or nil if there are no shares.
    package init?(_ shares: [KeyShare], of master: MasterKey) {
        guard let first = shares.first else { return nil }
        self.init(
            setID: first.setID, masterID: master.id, threshold: first.threshold,
            entries: shares.map { Entry(index: $0.index, commitment: $0.commitment) })
    }

    /// Checks that a share is the one that the database knows under its number.
    ///
    /// - Throws: ``ShareError/ofAnotherSet``, ``ShareError/wrong(index:)``.
    func check(_ share: KeyShare) throws(ShareError) {
        guard share.setID == setID else { throw .ofAnotherSet }
        let known = entries.first { $0.index == share.index }?.commitment
        guard known == share.commitment, share.threshold == threshold else {
            throw .wrong(index: share.index)
        }
    }
}
