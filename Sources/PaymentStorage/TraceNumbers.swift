import PaymentDomain
import PaymentEngine
import Database
import Synchronization

/// The trace numbers that this process may give to messages.
///
/// They come in blocks that no other process has, so a request takes one without a wait. When a block runs low, one task
/// reserves the next, however many requests find that.
final class TraceNumbers: Sendable {
    private struct State {
        var blocks: [Range<Int64>] = []
        var reservation: Task<Void, any Error>?

        var left: Int { blocks.reduce(0) { $0 + $1.count } }
        var isLow: Bool { left < StorageLimits.traceNumbersLow }
    }

    private let state = Mutex(State())

    /// Whether few numbers are left.
    var areLow: Bool {
        state.withLock { $0.isLow }
    }

    /// Begins to reserve a block if few numbers are left, unless that is under way.
    ///
    /// - Returns: The reservation to wait for, because too few numbers are left; nil if there are enough.
    func reservation(
        by reserve: @escaping @Sendable () async throws -> Range<Int64>
    ) -> Task<Void, any Error>? {
        state.withLock { state in
            guard state.isLow else { return nil }
            let reservation =
                state.reservation
                ?? Task {
                    // Without a block, the next request that finds too few left tries again.
                    defer { self.state.withLock { $0.reservation = nil } }
                    self.add(try await reserve())
                }
            state.reservation = reservation
            return state.left < StorageLimits.traceNumbersKept ? reservation : nil
        }
    }

    private func add(_ block: Range<Int64>) {
        state.withLock { $0.blocks.append(block) }
    }

    /// A number that no other message has.
    ///
    /// - Throws: ``Database/SQLError/unavailable`` if none is left.
    func draw() throws(SQLError) -> Int64 {
        let drawn: Int64? = state.withLock { state in
            guard let block = state.blocks.first else { return nil }
            let rest = block.dropFirst()
            if rest.isEmpty { state.blocks.removeFirst() } else { state.blocks[0] = rest }
            return block.lowerBound
        }
        guard let drawn else { throw .unavailable }
        return (drawn - 1) % MessageIdentity.traceNumbers.upperBound + 1
    }
}

extension SQLPaymentStore {
    package func traceNumber() async throws(StoreError) -> Int64 {
        try await prepareTraceNumbers()
        do {
            return try numbers.draw()
        } catch {
            throw StoreError(error)
        }
    }

    /// Sees to it that there are trace numbers for the messages of one database transaction.
    func prepareTraceNumbers() async throws(StoreError) {
        guard numbers.areLow else { return }
        let reservation = numbers.reservation { [self] in try await reserveTraceNumbers() }
        do {
            try await reservation?.value
        } catch let error as StoreError {
            throw error
        } catch {
            throw .unavailable
        }
    }

    private func reserveTraceNumbers() async throws(StoreError) -> Range<Int64> {
        let count = Int64(StorageLimits.traceNumbersPerBlock)
        let next: Int64
        do {
            next = try await write { db in try db.skipTraceNumbers(count) }
        } catch .indeterminate {
            // Nothing was asked of the acquirer yet, and numbers that nobody draws do no harm.
            throw .unavailable
        }
        // After the last number, numbering begins again at 1.
        let first =
            next > count ? next - count : next + MessageIdentity.traceNumbers.upperBound - count
        return first..<first + count
    }
}

extension SQLConnection {
    /// Leaves out this many trace numbers for all processes; after the last one they begin again at 1.
    ///
    /// - Returns: The number that follows them.
    /// - Throws: ``Database/SQLError/corrupt`` if the stored number isn't one of them.
    func skipTraceNumbers(_ count: Int64) throws -> Int64 {
        let next = try first(
            """
            UPDATE trace_numbers SET next = (next + ?1 - 1) % ?2 + 1 WHERE id = 1
            RETURNING next
            """,
            count, MessageIdentity.traceNumbers.upperBound
        ) { try $0.integer() }.orCorrupt
        guard MessageIdentity.traceNumbers.contains(next) else { throw SQLError.corrupt }
        return next
    }
}
