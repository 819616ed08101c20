/// The limits of a database in a file.
public enum SQLiteLimits {
    /// How many writes may wait for the writer; one more is refused, so that a slow disk fills no
    /// memory.
    public static let waitingWrites = 4_096
    /// How many writes share one commit at most; it bounds how long the first of them waits.
    public static let writesPerCommit = 256
    /// How many writes of a batch may fail before the rest of it is made one by one.
    static let failuresPerBatch = 4
    /// How long a connection waits for another process's lock, in seconds.
    public static let busySeconds = 5
    /// How many connections read at once.
    public static let readers = 4
    /// The writer's page cache, in KiB: the upper levels and the busy leaves of the indexes stay in memory. Pages that
    /// fall out of it are still in the system's cache, so a larger one would cost more memory than it saves time.
    public static let writerCacheKiB = 24_576
    /// Each reader's page cache, in KiB.
    public static let readerCacheKiB = 8_192
    /// After how many pages of log the changes are copied into the database file.
    ///
    /// More than SQLite's 1,000: a page that many payments touch is then copied once, not often.
    static let pagesPerCopy = 16_000
    /// How many times as long the log may become before the writer waits until it is copied.
    static let longestLog = 4
    /// How many threads answer short queries: half of the connections that read, so that long reads
    /// find the others free.
    static let lookers = readers / 2
    /// How many short queries may wait; one more is refused.
    static let waitingReads = 4_096
    /// How many short queries one turn on a connection answers at most.
    static let readsPerTurn = 256
    /// How often it is tried to empty the log, while others read or copy it: seven seconds in all.
    static let triesToEmpty = 35
    /// How long to wait between two such tries, in microseconds.
    static let emptyingMicroseconds: UInt32 = 200_000
    /// The size that the log is cut back to after a busy hour, in bytes.
    public static let keptLogBytes = 67_108_864
    /// How many pages a copy takes in one step; it reports its progress between two steps.
    public static let pagesPerCopyStep: Int32 = 1_024
}
