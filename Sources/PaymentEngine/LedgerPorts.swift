import CardVault
import PaymentDomain

/// Writes what happens to payments. Every function is one database transaction, durable when it returns.
///
/// The rules of money are the database's as much as ours: its constraints hold what no change may break.
package protocol PaymentLedger: Sendable {
    /// A trace number for a message to the acquirer: no other message has it, at any server, until all are used.
    func traceNumber() async throws(StoreError) -> Int64

    /// Writes an authorization's intent: payment, spent token, card and idempotency record, all or none.
    func begin(_ intent: AuthorizationIntent) async throws(StoreError) -> BeginOutcome

    /// Has a payment take another line, because not one byte was sent to its own.
    ///
    /// - Parameter merchant: How the merchant is known over the line.
    /// - Returns: False if it no longer waits for an outcome, or the line was removed.
    func reroute(
        _ payment: PaymentID, to line: LineID, as merchant: AcquirerMerchant
    ) async throws(StoreError) -> Bool

    /// Writes an authorization's outcome, and queues a reversal if one is due.
    ///
    /// - Returns: For a renewal, also the messages that release its hold. Overtaken if the payment no longer waited for
    ///   an outcome.
    func finish(_ ending: AuthorizationEnding) async throws(StoreError) -> AnswerOutcome

    /// Takes a step of a payment, or of an order's payments: decides while nobody else can change them, and writes what was
    /// decided with its messages.
    func change(_ step: PaymentStep) async throws(StoreError) -> StepOutcome

    /// Writes the acquirer's answer to a message, and what follows from it by our own rules.
    ///
    /// - Returns: Overtaken if the message had been answered before, or another has taken it since.
    func conclude(_ conclusion: AdviceConclusion) async throws(StoreError) -> AnswerOutcome

    /// Postpones a message after an unanswered try, and counts the try, unless the message is
    /// ``Delivery/isOfUnansweredSale``.
    ///
    /// - Returns: False if it was already answered, or another process has leased it since.
    @discardableResult
    func postpone(
        _ delivery: Delivery, until: Timestamp, at now: Timestamp
    ) async throws(StoreError) -> Bool
}

/// Finds what was left undone: messages that are due, and authorizations that nobody works on.
package protocol RecoveryLedger: Sendable {
    /// Takes up to `limit` advices of a line that are due, each under a lease of its own that ends at `leasedUntil`; until then no
    /// one else takes them.
    func claimDeliveries(
        of line: LineID, at now: Timestamp, leasedUntil: Timestamp, limit: Int
    ) async throws(StoreError) -> [Delivery]

    /// Makes every queued message due at once: the processes that leased them are dead.
    func endLeases(at now: Timestamp) async throws(StoreError)

    /// Makes due at once the messages due after a time, and the authorizations without an outcome whose deadline is
    /// after another time: only a wrong clock sets either so far ahead.
    ///
    /// - Returns: How many there were.
    @discardableResult
    func bringForward(
        dueAfter: Timestamp, deadlineAfter: Timestamp, at now: Timestamp
    ) async throws(StoreError) -> Int

    /// Erases a bounded number of events of payments that wait for nothing, and of ended deliveries to endpoints.
    ///
    /// - Parameter place: The number of the last event that was looked at.
    /// - Returns: The place for the next step; nil if no more is to be erased.
    func eraseHistory(
        _ limits: RetentionLimits, after place: Int64
    ) async throws(StoreError) -> Int64?

    /// Turns every authorization without an outcome whose deadline is before a time into an unknown one, and queues its
    /// reversal; a crash leaves such authorizations.
    ///
    /// - Returns: How many there were.
    func recoverAbandoned(
        deadlineBefore: Timestamp, at now: Timestamp
    ) async throws(StoreError) -> Int
}

/// Reads payments and their operations.
package protocol LedgerReader: Sendable {
    /// The earlier request under a claim's key that counts against the claim, with its result, or nil.
    ///
    /// If a claim counts for a limited time, only approved requests and those that may still be approved count, also if
    /// they were refused or reversed since. Requests whose client heard a refusal don't.
    func prior(_ claim: IdempotencyClaim) async throws(StoreError) -> PriorRequest?

    /// The requests under keys, in one snapshot, up to the first key that nobody has claimed.
    func priors(_ keys: [IdempotencyKey]) async throws(StoreError) -> [PriorRequest]

    /// The payments of a merchant under a reference, newest first, at most ``PaymentDomain/Limits/paymentsPerOrder``.
    func payments(
        _ reference: PaymentReference, of merchant: MerchantID
    ) async throws(StoreError) -> [Payment]

    /// The payments of an order with their operations in one snapshot, or nil if there are none.
    func order(_ name: OrderName) async throws(StoreError) -> OrderRecord?

    /// A payment with its operations in one snapshot, or nil if there isn't one.
    func record(of payment: PaymentID) async throws(StoreError) -> PaymentRecord?

    /// A payment's current state with the total of its captures; nil if there isn't one.
    func snapshot(of payment: PaymentID) async throws(StoreError) -> PaymentSnapshot?

    /// The transaction with a number, or nil where this merchant has none.
    func transaction(
        _ number: TransactionNumber, of merchant: MerchantID
    ) async throws(StoreError) -> StoredTransaction?

    /// The newest transactions of a merchant, newest first, at most `limit`.
    func transactions(
        _ query: TransactionQuery, of merchant: MerchantID, upTo limit: Int
    ) async throws(StoreError) -> [StoredTransaction]

    /// The newest payments of a merchant in any protocol, newest first, at most `limit`: of all, or of those before one
    /// of its payments. Nil if that one isn't the merchant's.
    func newestPayments(
        of merchant: MerchantID, before: PaymentID?, upTo limit: Int
    ) async throws(StoreError) -> [PaymentSummary]?

    /// Returns once the replicas have what was read, if the database has replicas that a write waits for.
    ///
    /// Each write waits for that by itself, and so for all that it has seen. A read alone may have seen a write whose
    /// wait was cut off, and which the replica that takes over doesn't have.
    func awaitCopies() async throws(StoreError)
}

/// Reads batches.
package protocol BatchReader: Sendable {
    /// The closed batches that a command asks for, oldest first, with a merchant's entries; batches without any are
    /// left out. At most ``EngineLimits/batchesPerList`` are read, and ``EngineLimits/entriesPerList`` entries
    /// returned. If there are more entries, the last batch says so; if there are more batches, the next one comes last,
    /// empty, and says so.
    func batches(
        _ command: ListBatchesCommand, of merchant: MerchantID
    ) async throws(StoreError) -> [SettledBatch]
}

/// Which transactions are looked for.
package enum TransactionQuery: Sendable, Hashable {
    /// Those that a client called by a name.
    case named(String)
    /// Those that began a payment of an order.
    case ofOrder(String)
}
