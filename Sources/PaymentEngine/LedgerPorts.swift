import CardVault
import PaymentDomain

/// Writes what happens to payments. Every function is one database transaction, durable when it returns.
///
/// The rules of money are the database's as much as ours: its constraints hold what no change may break.
public protocol PaymentLedger: Sendable {
    /// A trace number for a message to the acquirer: no other message has it, at any server, until all are used.
    func traceNumber() async throws(StoreError) -> Int64

    /// Writes an authorization's intent: payment, spent token, card and idempotency record, all or none.
    func begin(_ intent: AuthorizationIntent) async throws(StoreError) -> BeginOutcome

    /// Writes an authorization's outcome, and queues a reversal where one is due.
    ///
    /// - Returns: Of a renewal also the messages by which its hold is released. Overtaken if the payment was not waiting for
    ///   an outcome any more.
    func finish(_ ending: AuthorizationEnding) async throws(StoreError) -> AnswerOutcome

    /// Takes a step of a payment, or of an order's payments: decides while nobody else can change them, and writes what was
    /// decided with its messages.
    func change(_ step: PaymentStep) async throws(StoreError) -> StepOutcome

    /// Writes the acquirer's answer to a message, and what follows from it by our own rules.
    ///
    /// - Returns: Overtaken if the message had been answered before, or another has taken it since.
    func conclude(_ conclusion: AdviceConclusion) async throws(StoreError) -> AnswerOutcome

    /// Puts an advice off after a try that was not answered, and counts the try, unless the advice is
    /// ``Delivery/isOfUntoldSale``.
    ///
    /// - Returns: False where it had been answered before, or another has taken it since.
    @discardableResult
    func postpone(
        _ delivery: Delivery, until: Timestamp, at now: Timestamp
    ) async throws(StoreError) -> Bool
}

/// Finds what was left undone: messages that are due, and authorizations that nobody works on.
public protocol RecoveryLedger: Sendable {
    /// Takes up to `limit` advices that are due, each under a lease of its own that ends at `leasedUntil`; until then no
    /// one else takes them.
    func claimDeliveries(
        at now: Timestamp, leasedUntil: Timestamp, limit: Int
    ) async throws(StoreError) -> [Delivery]

    /// Makes every queued advice due at once: whoever had leased one is dead.
    func endLeases(at now: Timestamp) async throws(StoreError)

    /// Makes the messages due at once that would be due after a moment, and the authorizations without an outcome whose
    /// deadline lies after another one: neither is so far ahead, unless a clock was wrong.
    ///
    /// - Returns: How many there were.
    @discardableResult
    func bringForward(
        dueAfter: Timestamp, deadlineAfter: Timestamp, at now: Timestamp
    ) async throws(StoreError) -> Int

    /// Turns every authorization without an outcome whose deadline lies before a moment into an unknown one, with its
    /// reversal queued; what a crash left behind.
    ///
    /// - Returns: How many there were.
    func recoverAbandoned(
        deadlineBefore: Timestamp, at now: Timestamp
    ) async throws(StoreError) -> Int
}

/// Reads payments and what came of them.
public protocol LedgerReader: Sendable {
    /// The request that stands under a claim's key and counts against the claim, with what it led to, or nil.
    ///
    /// Of a claim that counts for a time only what was approved counts, also if it was refused or taken back since, and
    /// what may yet be; not what its client was told to be refused.
    func prior(_ claim: IdempotencyClaim) async throws(StoreError) -> PriorRequest?

    /// The payments of a merchant under a reference, newest first, at most ``PaymentDomain/Limits/paymentsPerOrder``.
    func payments(
        _ reference: PaymentReference, of merchant: MerchantID
    ) async throws(StoreError) -> [Payment]

    /// The payments of an order with their operations, as they were at one moment, or nil if there are none.
    func order(_ name: OrderName) async throws(StoreError) -> OrderRecord?

    /// A payment with its operations as it is at one moment, or nil if there is none.
    func record(of payment: PaymentID) async throws(StoreError) -> PaymentRecord?

    /// A payment as it stands, with what its captures came to; nil where there is none.
    func standing(of payment: PaymentID) async throws(StoreError) -> PaymentStanding?

    /// The transaction with a number, or nil where this merchant has none.
    func transaction(
        _ number: TransactionNumber, of merchant: MerchantID
    ) async throws(StoreError) -> StoredTransaction?

    /// The newest transactions of a merchant, newest first, at most `limit`.
    func transactions(
        _ query: TransactionQuery, of merchant: MerchantID, upTo limit: Int
    ) async throws(StoreError) -> [StoredTransaction]

    /// Returns once what has been read is as safe as what was written before a reply: where books are copied to another
    /// machine, the copy has it.
    ///
    /// Each write waits for that by itself, and so for all that it has seen. What was read alone may be of a write whose
    /// wait was cut off, and which the machine that takes over does not know.
    func awaitCopies() async throws(StoreError)
}

/// Reads batches.
public protocol BatchReader: Sendable {
    /// The closed batches that a command asks for, oldest first, with what is in them of a merchant; those that have
    /// nothing of it are left out. At most ``EngineLimits/batchesPerList`` are looked at, and
    /// ``EngineLimits/entriesPerList`` entries told; where there are more of these, the last batch says so, and where there
    /// are more batches, the next one comes last, empty, and says so.
    func batches(
        _ command: ListBatchesCommand, of merchant: MerchantID
    ) async throws(StoreError) -> [SettledBatch]
}

/// Which transactions are looked for.
public enum TransactionQuery: Sendable, Hashable {
    /// Those that a client called by a name.
    case named(String)
    /// Those that began a payment of an order.
    case ofOrder(String)
}

/// Why the books could not be read or written.
public enum StoreError: String, Error, Sendable, Hashable {
    /// The database is busy, full, gone or closed; nothing was written.
    case unavailable
    /// Whether it was written is not known (the connection broke during the commit).
    case indeterminate
    /// What was read makes no sense: a row that our own code cannot have written.
    case corrupt
}
