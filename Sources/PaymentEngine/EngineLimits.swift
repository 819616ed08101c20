/// The limits of the engine.
package enum EngineLimits {
    /// How many requests wait at once for others with their key, or on their payment, by default; more are refused as
    /// in progress.
    package static let waitingRequests = 128
    /// How many transactions an inquiry finds at most, the newest, unless it asks for more.
    ///
    /// Source: cnpAPI, queryTransactionResponse, results_max10.
    package static let transactionsPerInquiry = 10
    /// How many batches a list looks at: those of a day in which one is closed each minute.
    package static let batchesPerList = 1_440
    /// How many captures, refunds and credits a list of batches has, all batches together.
    package static let entriesPerList = 50_000
    /// How many numbers are proposed for a transaction; two in a row are taken once in a million million.
    package static let numberProposals = 8
    /// How many card tokens are proposed for a new card before the database is called corrupt. Two cards of one
    /// merchant propose the same one in less than one of a million million tries; of sixteen digits, of a thousand
    /// million if the first two and last four digits are the same.
    package static let handleProposals = 8
    /// The longest that a protocol lets a registration last, in seconds: a day.
    static let longestRegistrationSeconds: Int64 = 86_400
    /// How often the worker erases expired registrations, and makes messages due that a wrong clock has put off, in
    /// seconds.
    package static let tidyingSeconds: Int64 = 60
    /// How long the worker waits between two steps of erasing history, in seconds.
    static let retentionPauseSeconds: Int64 = 1
    /// How often the worker looks for history to erase, in seconds.
    static let retentionSeconds: Int64 = 3_600
    /// How many advices one round of the delivery worker takes.
    package static let deliveriesPerRound = 64
    /// How many finished calls are remembered before they are cleared away at once.
    static let finishedCallsKept = 1_024
    /// The first wait after an advice that was not answered, in seconds; it doubles each time.
    package static let firstRetrySeconds: Int64 = 1
    /// The longest wait between two tries, in seconds: once the line works again, every message is sent within a
    /// minute.
    package static let longestRetrySeconds: Int64 = 30
    /// How much longer than the acquirer's time a message may be put off or leased, in seconds: what is due later was
    /// written by a clock that was ahead. Servers are ready only while their clocks agree within 20 s.
    static let farthestDueSeconds: Int64 = 60
    /// The farthest deadline of an authorization, in seconds: a later one was written by a clock that was ahead. A server
    /// whose own clock is behind must not end its neighbours' authorizations, so it is far.
    static let farthestDeadlineSeconds: Int64 = 3_600
    /// How long after its intent an authorization may still be sent, in seconds. A line that looks an unanswered
    /// authorization up counts from then.
    package static let sendWithinSeconds: Int64 = 10
    /// How much longer than the acquirer's time an intent may stand before it counts as abandoned, in seconds.
    package static let abandonedAfterSeconds: Int64 = 30
}
