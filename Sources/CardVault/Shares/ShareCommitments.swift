import PaymentDomain

/// What the books keep of one splitting of a master key: enough to know each share again, and
/// nothing that helps to make one.
public struct ShareCommitments: Sendable, Hashable {
    /// What is kept of one share.
    public struct Entry: Sendable, Hashable {
        /// The share's number.
        public let index: Int
        /// A hash over the share.
        public let commitment: [UInt8]

        /// An entry as the books kept it.
        public init(index: Int, commitment: [UInt8]) {
            self.index = index
            self.commitment = commitment
        }
    }

    /// Names the splitting.
    public let setID: String
    /// Which key was split: ``MasterKey/id``.
    public let masterID: String
    /// How many shares give the key.
    public let threshold: Int
    /// One for each share.
    public let entries: [Entry]

    /// Commitments as the books kept them.
    public init(setID: String, masterID: String, threshold: Int, entries: [Entry]) {
        self.setID = setID
        self.masterID = masterID
        self.threshold = threshold
        self.entries = entries
    }

    /// The commitments to the shares of a key, or nil where there are no shares.
    public init?(_ shares: [KeyShare], of master: MasterKey) {
        guard let first = shares.first else { return nil }
        self.init(
            setID: first.setID, masterID: master.id, threshold: first.threshold,
            entries: shares.map { Entry(index: $0.index, commitment: $0.commitment) })
    }

    /// Looks whether a share is the one that the books know under its number.
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
