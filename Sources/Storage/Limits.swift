/// The limits of the payment store.
public enum StorageLimits {
    /// The most payments in a list for people.
    public static let recentPayments = 10_000
    /// The most advices that one claim takes.
    public static let deliveriesPerClaim = 1_000
    /// How many abandoned authorizations are turned into unknown ones in one database transaction.
    public static let recoveredPerCommit = 500
    /// How many expired cards or registrations are erased in one database transaction; payments wait no longer than
    /// for these.
    public static let erasedPerStep = 500
    /// How many trace numbers a process reserves at once; one commit for so many messages.
    public static let traceNumbersPerBlock = 10_000
    /// How many trace numbers are left when a request waits for the next block: more than one database transaction draws.
    public static let traceNumbersKept = 1_000
    /// How many operations a batch that is closed settles in one database transaction.
    public static let settledPerCommit = 10_000
    /// By how much the first batch after a restore is numbered above the last one that the books know: more than are closed
    /// in the time that a restore loses.
    public static let batchLeap: Int64 = 1_000
    /// How far in the future a batch may be dated and still be the day's, in seconds: clocks of servers differ by less.
    public static let batchAheadSeconds: Int64 = 86_400
    /// How long a registration is remembered after its time, in seconds, so that its client is told
    /// that it came too late, or that it has paid, and not that it never was: three days, longer than
    /// any rule on duplicates holds.
    public static let registrationMemorySeconds: Int64 = 3 * 86_400
    /// How long a server is remembered that has died without a word, in seconds.
    public static let nodeMemorySeconds: Int64 = 86_400
    /// How many rows the audit reads in one snapshot; between two of them the log can be emptied.
    public static let auditedPerSnapshot = 2_000
    /// The most breaches that an audit lists; it counts all.
    public static let listedBreaches = 1_000
    /// How many records a rotation seals anew in one database transaction; payments that wait for
    /// the writer wait no longer than for these.
    public static let rowsResealedPerCommit = 200
    /// How many rows a rotation looks at in one snapshot.
    public static let rowsLookedAtPerPiece = 20_000
}
