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
        /// It is written, and the process sleeps for so many seconds.
        case writtenAndSlept(ScriptedClock, seconds: Int64)
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
        case .writtenAndSlept(let clock, let seconds):
            let value = try await body()
            clock.advance(seconds: seconds)
            return value
        }
    }
}

/// Real books, some of whose writes fail.
struct FaultyStore: ForwardingStore {
    let books: any PaymentStore
    private let faults: StoreFaults

    init(_ books: any PaymentStore, _ faults: StoreFaults) {
        self.books = books
        self.faults = faults
    }

    func begin(_ intent: AuthorizationIntent) async throws(StoreError) -> BeginOutcome {
        try await faults.apply(to: .begin) { () throws(StoreError) in
            try await books.begin(intent)
        }
    }

    func finish(_ ending: AuthorizationEnding) async throws(StoreError) -> Bool {
        try await faults.apply(to: .finish) { () throws(StoreError) in
            try await books.finish(ending)
        }
    }

    func reserve(_ intent: AdviceIntent) async throws(StoreError) -> ReserveOutcome {
        try await faults.apply(to: .reserve) { () throws(StoreError) in
            try await books.reserve(intent)
        }
    }

    func conclude(_ conclusion: AdviceConclusion) async throws(StoreError) -> Bool {
        try await faults.apply(to: .conclude) { () throws(StoreError) in
            try await books.conclude(conclusion)
        }
    }
}
