import PaymentDomain
import PaymentEngine
import Synchronization

/// Which writes fail, and how.
final class StoreFaults: Sendable {
    /// The writes that a test can make fail.
    enum Write: Hashable {
        case begin, finish, reserve, conclude
    }

    /// How a write fails.
    enum Fault {
        /// Nothing is written.
        case refused
        /// It is written, but that is not known.
        case writtenUnknown
    }

    private let faults = Mutex<[Write: Fault]>([:])

    func set(_ fault: Fault?, on write: Write) {
        faults.withLock { $0[write] = fault }
    }

    fileprivate func apply<Value>(
        to write: Write, _ body: () async throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        switch faults.withLock({ $0[write] }) {
        case nil: return try await body()
        case .refused: throw .unavailable
        case .writtenUnknown:
            _ = try await body()
            throw .indeterminate
        }
    }
}

/// Real books, some of whose writes fail.
struct FaultyStore: PaymentStore {
    private let store: any PaymentStore
    private let faults: StoreFaults

    init(_ store: any PaymentStore, _ faults: StoreFaults) {
        self.store = store
        self.faults = faults
    }

    func recall(_ key: IdempotencyKey) async throws(StoreError) -> IdempotencyRecord? {
        try await store.recall(key)
    }

    func begin(_ intent: AuthorizationIntent) async throws(StoreError) -> BeginOutcome {
        try await faults.apply(to: .begin) { () throws(StoreError) in
            try await store.begin(intent)
        }
    }

    func finish(_ ending: AuthorizationEnding) async throws(StoreError) -> Bool {
        try await faults.apply(to: .finish) { () throws(StoreError) in
            try await store.finish(ending)
        }
    }

    func spend(_ token: SpentToken) async throws(StoreError) -> Bool {
        try await store.spend(token)
    }

    func payments(
        _ reference: PaymentReference, of merchant: MerchantID
    ) async throws(StoreError) -> [Payment] {
        try await store.payments(reference, of: merchant)
    }

    func authorization(of payment: PaymentID) async throws(StoreError) -> StoredAuthorization? {
        try await store.authorization(of: payment)
    }

    func card(
        _ handle: VaultHandle, of merchant: MerchantID
    ) async throws(StoreError) -> StoredCard? {
        try await store.card(handle, of: merchant)
    }

    func reserve(_ intent: AdviceIntent) async throws(StoreError) -> ReserveOutcome {
        try await faults.apply(to: .reserve) { () throws(StoreError) in
            try await store.reserve(intent)
        }
    }

    func conclude(_ conclusion: AdviceConclusion) async throws(StoreError) -> Bool {
        try await faults.apply(to: .conclude) { () throws(StoreError) in
            try await store.conclude(conclusion)
        }
    }

    func operation(_ id: OperationID) async throws(StoreError) -> StoredOperation? {
        try await store.operation(id)
    }

    func claimDeliveries(
        at now: Timestamp, leasedUntil: Timestamp, limit: Int
    ) async throws(StoreError) -> [Delivery] {
        try await store.claimDeliveries(at: now, leasedUntil: leasedUntil, limit: limit)
    }

    func postpone(_ delivery: OperationID, until: Timestamp) async throws(StoreError) {
        try await store.postpone(delivery, until: until)
    }

    func endLeases(at now: Timestamp) async throws(StoreError) {
        try await store.endLeases(at: now)
    }

    func recoverAbandoned(
        deadlineBefore: Timestamp, at now: Timestamp
    ) async throws(StoreError) -> Int {
        try await store.recoverAbandoned(deadlineBefore: deadlineBefore, at: now)
    }

    func closeBatch(at now: Timestamp) async throws(StoreError) -> BatchSummary {
        try await store.closeBatch(at: now)
    }
}
