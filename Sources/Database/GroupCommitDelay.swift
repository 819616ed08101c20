/// How long a transaction that many share lets others join it: each wait for the disk, each page and
/// each message that they share is one saved.
///
/// Where few are in it, the machine is idle and nobody is kept waiting. Where many are, more are on
/// their way, and others use the time: the more there are, the longer the wait.
public enum GroupCommitDelay {
    /// The wait in microseconds; nil for none.
    ///
    /// - Parameter changes: How many are in the transaction.
    public static func wait(with changes: Int) -> UInt32? {
        guard changes >= GroupCommitLimits.busyChanges else { return nil }
        let wait = changes * GroupCommitLimits.microsecondsPerChange
        return UInt32(clamping: min(wait, GroupCommitLimits.microseconds))
    }
}
