import CardVault
import PaymentDomain
import PaymentEngine
import PaymentStorage
import Synchronization

/// Which writes fail, and how; and what happens elsewhere before a step.
final class StoreFaults: Sendable {
    /// The calls that a test can make fail.
    enum Call: Hashable {
        case begin, reroute, finish, change, conclude, prior, record, awaitCopies
    }

    /// How a call fails.
    enum Fault {
        /// Nothing is written.
        case refused
        /// It is written, but that is not known.
        case writtenUnknown
        /// It is written, and the process sleeps for so many seconds.
        case writtenAndSlept(ScriptedClock, seconds: Int64)
    }

    /// What a test can do something before.
    enum Step: String, Hashable {
        case begin, reroute, change, prior, record
        /// The moment after an answer of the acquirer was written.
        case answered
    }

    private let faults = Mutex<[Call: Fault]>([:])
    private let meanwhile = Mutex<[Step: @Sendable () async -> Void]>([:])

    func set(_ fault: Fault?, on call: Call) {
        faults.withLock { $0[call] = fault }
    }

    /// Does something once, just before a step: what another server did at that moment.
    func before(_ step: Step, _ work: @escaping @Sendable () async -> Void) {
        meanwhile.withLock { $0[step] = work }
    }

    fileprivate func happen(before step: Step) async {
        let work = meanwhile.withLock { $0.removeValue(forKey: step) }
        await work?()
    }

    fileprivate func apply<Value>(
        to call: Call, _ body: () async throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        switch faults.withLock({ $0[call] }) {
        case nil: return try await body()
        case .refused: throw .unavailable
        case .writtenUnknown:
            _ = try await body()
            throw .indeterminate
        case .writtenAndSlept(let clock, let seconds):
            let value = try await body()
            clock.advance(seconds: seconds)
            return value
        }
    }
}

/// A real ledger, some of whose calls fail, or come a moment later.
struct FaultyLedger: PaymentLedger {
    let ledger: any PaymentLedger
    let faults: StoreFaults

    func traceNumber() async throws(StoreError) -> Int64 {
        try await ledger.traceNumber()
    }

    func begin(_ intent: AuthorizationIntent) async throws(StoreError) -> BeginOutcome {
        await faults.happen(before: .begin)
        return try await faults.apply(to: .begin) { () throws(StoreError) in
            try await ledger.begin(intent)
        }
    }

    func reroute(
        _ payment: PaymentID, to line: LineID, as merchant: AcquirerMerchant
    ) async throws(StoreError) -> Bool {
        await faults.happen(before: .reroute)
        return try await faults.apply(to: .reroute) { () throws(StoreError) in
            try await ledger.reroute(payment, to: line, as: merchant)
        }
    }

    func finish(_ ending: AuthorizationEnding) async throws(StoreError) -> AnswerOutcome {
        let outcome = try await faults.apply(to: .finish) { () throws(StoreError) in
            try await ledger.finish(ending)
        }
        await faults.happen(before: .answered)
        return outcome
    }

    func change(_ step: PaymentStep) async throws(StoreError) -> StepOutcome {
        await faults.happen(before: .change)
        return try await faults.apply(to: .change) { () throws(StoreError) in
            try await ledger.change(step)
        }
    }

    func conclude(_ conclusion: AdviceConclusion) async throws(StoreError) -> AnswerOutcome {
        let outcome = try await faults.apply(to: .conclude) { () throws(StoreError) in
            try await ledger.conclude(conclusion)
        }
        await faults.happen(before: .answered)
        return outcome
    }

    func postpone(
        _ delivery: Delivery, until: Timestamp, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        try await ledger.postpone(delivery, until: until, at: now)
    }
}

/// A real reader, some of whose calls fail, or come a moment later.
struct FaultyReader: LedgerReader {
    let reader: any LedgerReader
    let faults: StoreFaults

    func prior(_ claim: IdempotencyClaim) async throws(StoreError) -> PriorRequest? {
        await faults.happen(before: .prior)
        return try await faults.apply(to: .prior) { () throws(StoreError) in
            try await reader.prior(claim)
        }
    }

    func priors(_ keys: [IdempotencyKey]) async throws(StoreError) -> [PriorRequest] {
        try await reader.priors(keys)
    }

    func payments(
        _ reference: PaymentReference, of merchant: MerchantID
    ) async throws(StoreError) -> [Payment] {
        try await reader.payments(reference, of: merchant)
    }

    func order(_ name: OrderName) async throws(StoreError) -> OrderRecord? {
        try await reader.order(name)
    }

    func record(of payment: PaymentID) async throws(StoreError) -> PaymentRecord? {
        await faults.happen(before: .record)
        return try await faults.apply(to: .record) { () throws(StoreError) in
            try await reader.record(of: payment)
        }
    }

    func snapshot(of payment: PaymentID) async throws(StoreError) -> PaymentSnapshot? {
        try await reader.snapshot(of: payment)
    }

    func transaction(
        _ number: TransactionNumber, of merchant: MerchantID
    ) async throws(StoreError) -> StoredTransaction? {
        try await reader.transaction(number, of: merchant)
    }

    func transactions(
        _ query: TransactionQuery, of merchant: MerchantID, upTo limit: Int
    ) async throws(StoreError) -> [StoredTransaction] {
        try await reader.transactions(query, of: merchant, upTo: limit)
    }

    func newestPayments(
        of merchant: MerchantID, before: PaymentID?, upTo limit: Int
    ) async throws(StoreError) -> [PaymentSummary]? {
        try await reader.newestPayments(of: merchant, before: before, upTo: limit)
    }

    func awaitCopies() async throws(StoreError) {
        try await faults.apply(to: .awaitCopies) { () throws(StoreError) in
            try await reader.awaitCopies()
        }
    }
}

extension SQLPaymentStore {
    /// A payment and its card.
    func authorization(of payment: PaymentID) async throws(StoreError) -> StoredAuthorization? {
        try await snapshot(of: payment)?.authorization
    }
}
