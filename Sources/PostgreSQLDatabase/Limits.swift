/// The limits of a database on a server.
package enum PostgreSQLLimits {
    /// How many connections one process opens at most; they are opened as they are needed. Since
    /// those who wait share transactions, few carry much.
    package static let connections = 8
    /// How many reads and writes may wait for a connection; one more is refused, so that a slow
    /// server fills no memory.
    package static let waiting = 4_096
    /// How often a change is made again, if others came between or the server undid it to resolve a deadlock.
    static let tries = 10
    /// How often a change is made again because of an existing row: the second time it sees the row first.
    static let triesAfterViolation = 3
    /// How many changes share a transaction at most: enough to spare most of the messages, few
    /// enough that none waits long for its neighbours.
    static let changesPerCommit = 64
    /// How long changes wait behind a shared transaction before they have one of their own, in
    /// milliseconds; longer than one takes that is not held up.
    static let patienceMilliseconds: Int32 = 20
    /// How long changes that share a transaction wait for someone's lock before they go their own
    /// ways, in milliseconds; below the second after which PostgreSQL looks for deadlocks.
    static let sharedLockMilliseconds = 200
    /// How many statements a connection keeps prepared; ours are a fixed few dozen.
    static let preparedStatements = 512

    /// How long the server works on one statement before it cancels it, in milliseconds.
    static let statementMilliseconds = 30_000
    /// How long the server lets a statement wait for a lock, in milliseconds.
    static let lockMilliseconds = 5_000
    /// How long the server keeps the locks of a process that stopped in the middle of a
    /// transaction, in milliseconds.
    static let idleInTransactionMilliseconds = 10_000
    /// How long we wait for the next bytes of an answer before the connection counts as broken, in
    /// milliseconds; longer than the server works.
    static let answerMilliseconds: Int32 = 35_000
    /// How long a step of a migration may take, in milliseconds: an hour, in which the rows of
    /// some thousand million payments are looked through.
    static let migrationMilliseconds: Int32 = 3_600_000
    /// How long a migration waits for another process's migration, in milliseconds: a minute less than a step may take, so
    /// that the server says what was waited for.
    static let otherMigrationMilliseconds = 3_540_000
    /// How long a migration waits for its tables each time that it tries, in milliseconds: far below the second after
    /// which PostgreSQL looks for deadlocks, since servers at work wait behind it.
    static let migrationLockMilliseconds = 100
    /// How long it leaves the tables to servers before it tries again, in microseconds.
    static let migrationPauseMicroseconds: ClosedRange<UInt32> = 50_000...150_000
    /// How long a try and the pause behind it take, in milliseconds.
    static let migrationTurnMilliseconds = 200
    /// How long one step of connecting may take, in milliseconds.
    static let connectMilliseconds: Int32 = 5_000
    /// How much of the library's message about a host is shown, in characters.
    static let reasonCharacters = 240
    /// How many steps connecting may take: addresses, encryption, authentication.
    static let connectSteps = 64
    /// How long sent bytes may lie unacknowledged on a TCP connection, in milliseconds.
    static let unacknowledgedMilliseconds = 10_000
    /// After how long without work a connection is tried, in milliseconds.
    static let idleMilliseconds: Int32 = 15_000
    /// How long to wait before the first and between later tries to connect to a server that is
    /// gone, in milliseconds; it doubles from one to the other.
    static let backoffMilliseconds: ClosedRange<Int32> = 50...2_000
}
