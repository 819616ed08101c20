import CardVault
import PaymentDomain
import PaymentEngine
import Synchronization

/// Which writes fail, and how; and what happens elsewhere before a step.
final class StoreFaults: Sendable {
    /// The calls that a test can make fail.
    enum Call: Hashable {
        case begin, finish, change, conclude, authorization, operation, awaitCopies
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
    enum Step: Hashable {
        case begin, change, prior, standing
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

/// Real books, some of whose calls fail, or come a moment later.
struct FaultyStore: ForwardingStore {
    let books: any PaymentStore
    private let faults: StoreFaults

    init(_ books: any PaymentStore, _ faults: StoreFaults) {
        self.books = books
        self.faults = faults
    }

    func begin(_ intent: AuthorizationIntent) async throws(StoreError) -> BeginOutcome {
        await faults.happen(before: .begin)
        return try await faults.apply(to: .begin) { () throws(StoreError) in
            try await books.begin(intent)
        }
    }

    func finish(_ ending: AuthorizationEnding) async throws(StoreError) -> AnswerOutcome {
        let outcome = try await faults.apply(to: .finish) { () throws(StoreError) in
            try await books.finish(ending)
        }
        await faults.happen(before: .answered)
        return outcome
    }

    func prior(_ claim: IdempotencyClaim) async throws(StoreError) -> PriorRequest? {
        await faults.happen(before: .prior)
        return try await books.prior(claim)
    }

    func change(_ step: PaymentStep) async throws(StoreError) -> StepOutcome {
        await faults.happen(before: .change)
        return try await faults.apply(to: .change) { () throws(StoreError) in
            try await books.change(step)
        }
    }

    func conclude(_ conclusion: AdviceConclusion) async throws(StoreError) -> AnswerOutcome {
        let outcome = try await faults.apply(to: .conclude) { () throws(StoreError) in
            try await books.conclude(conclusion)
        }
        await faults.happen(before: .answered)
        return outcome
    }

    func operation(_ id: OperationID) async throws(StoreError) -> StoredOperation? {
        try await faults.apply(to: .operation) { () throws(StoreError) in
            try await books.operation(id)
        }
    }

    func awaitCopies() async throws(StoreError) {
        try await faults.apply(to: .awaitCopies) { () throws(StoreError) in
            try await books.awaitCopies()
        }
    }

    func authorization(
        of payment: PaymentID
    ) async throws(StoreError) -> StoredAuthorization? {
        try await faults.apply(to: .authorization) { () throws(StoreError) in
            try await books.authorization(of: payment)
        }
    }

    func standing(of payment: PaymentID) async throws(StoreError) -> PaymentStanding? {
        await faults.happen(before: .standing)
        return try await books.standing(of: payment)
    }
}
