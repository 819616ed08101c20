package enum StorageLimits {
    /// The most payments in a list for people.
    package static let recentPayments = 10_000
    /// The most events in a list for people.
    package static let recentEvents = 10_000
    /// The most changes of payments that are read at once to find the public ones.
    package static let eventsPerPage = 500
    /// How many times changes are read for one page of a merchant's events.
    package static let readsPerEventPage = 20
    /// How long such a page waits for transactions that are about to end, between two reads.
    package static let eventPause: Duration = .milliseconds(20)
    /// The most advices that one claim takes.
    package static let deliveriesPerClaim = 1_000
    /// How many abandoned authorizations are turned into unknown ones in one database transaction.
    package static let recoveredPerCommit = 500
    /// How many expired cards or registrations are erased in one database transaction; payments wait no longer than
    /// for these.
    package static let erasedPerStep = 500
    /// How many events one step of erasing looks at, and about how many it erases in its database transaction.
    package static let eventsPerErasingStep = 500
    /// How many changes a payment has at most before a request that found nothing left gets no event.
    package static let versionsOfNothing: Int64 = 2_000
    /// How many trace numbers a process reserves at once. A process that is killed leaves the rest unused, and no number
    /// may come twice within a day: a thousand such blocks are all that there are.
    package static let traceNumbersPerBlock = 1_000
    /// If fewer trace numbers are left, the next block is reserved meanwhile.
    package static let traceNumbersLow = 800
    /// If fewer trace numbers are left, a request waits for the next block. One database transaction draws fewer.
    package static let traceNumbersKept = 600
    /// How many operations a batch that is closed settles in one database transaction.
    package static let settledPerCommit = 10_000
    /// By how much the number of the first batch after a restore exceeds the last number in the database: more than are
    /// closed in the time that a restore loses.
    package static let batchLeap: Int64 = 1_000
    /// How far in the future a batch may be dated and still be the day's, in seconds: clocks of servers differ by less.
    package static let batchAheadSeconds: Int64 = 86_400
    /// How long a registration is remembered after its expiry, in seconds, so that its client hears that it came too
    /// late, or that it has paid, and not that it never existed: three days, longer than any rule on duplicates holds.
    package static let registrationMemorySeconds: Int64 = 3 * 86_400
    /// How many records a rotation reseals in one database transaction; payments that wait for the writer wait no
    /// longer than for these.
    package static let rowsResealedPerCommit = 200
    /// How many rows a rotation looks at in one snapshot.
    package static let rowsLookedAtPerPiece = 20_000
}
