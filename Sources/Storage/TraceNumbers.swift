import PaymentEngine
import Database
import Synchronization

/// The trace numbers that this process may give to messages.
///
/// They come in blocks that no other process has, so that drawing one waits for nothing. The next block is reserved while
/// half of this one is left.
final class TraceNumbers: Sendable {
    private struct State {
        var blocks: [Range<Int64>] = []
        var left = 0
        var isReserving = false
    }

    private let state = Mutex(State())

    /// What to do before numbers are drawn.
    enum Need: Sendable, Hashable {
        /// Nothing.
        case none
        /// Some are left, and a block is to be reserved meanwhile.
        case meanwhile
        /// A block is to be reserved first.
        case first
    }

    /// What to do now. Only one caller gets ``Need/meanwhile`` until a block was added, or could not be.
    func need() -> Need {
        state.withLock { state in
            if state.left >= StorageLimits.traceNumbersPerBlock / 2 { return .none }
            if state.left < StorageLimits.traceNumbersKept { return .first }
            if state.isReserving { return .none }
            state.isReserving = true
            return .meanwhile
        }
    }

    /// Adds a block; nil if it could not be reserved.
    func add(_ block: Range<Int64>?) {
        state.withLock { state in
            state.isReserving = false
            guard let block else { return }
            state.blocks.append(block)
            state.left += block.count
        }
    }

    /// A number that no other message has.
    ///
    /// - Throws: ``Database/SQLError/unavailable`` if none is left.
    func draw() throws(SQLError) -> Int64 {
        let drawn: Int64? = state.withLock { state in
            guard let block = state.blocks.first else { return nil }
            let rest = block.dropFirst()
            if rest.isEmpty { state.blocks.removeFirst() } else { state.blocks[0] = rest }
            state.left -= 1
            return block.lowerBound
        }
        guard let drawn else { throw .unavailable }
        return (drawn - 1) % MessageIdentity.traceNumbers.upperBound + 1
    }
}

extension DatabaseStore {
    /// A trace number for a message to the acquirer: no other message has it, at any server, until all are used.
    package func traceNumber() async throws(StoreError) -> Int64 {
        try await prepareTraceNumbers()
        do {
            return try numbers.draw()
        } catch {
            throw StoreError(error)
        }
    }

    /// Sees to it that there are trace numbers for what one database transaction writes.
    func prepareTraceNumbers() async throws(StoreError) {
        switch numbers.need() {
        case .none: break
        case .first: numbers.add(try await reserveTraceNumbers())
        // If that fails, who finds too few left reserves them itself.
        case .meanwhile: Task { numbers.add(try? await reserveTraceNumbers()) }
        }
    }

    private func reserveTraceNumbers() async throws(StoreError) -> Range<Int64> {
        let most = MessageIdentity.traceNumbers.upperBound
        let count = StorageLimits.traceNumbersPerBlock
        let next: Int64?
        do {
            next = try await write { db in
                try db.first(
                    """
                    UPDATE trace_numbers SET next = (next + ?1 - 1) % ?2 + 1 WHERE id = 1
                    RETURNING next
                    """,
                    [count.sqlValue, most.sqlValue]
                ) { columns in try columns.integer() }
            }
        } catch .indeterminate {
            // Nothing was asked of the acquirer yet, and numbers that nobody draws do no harm.
            throw .unavailable
        }
        guard let next, MessageIdentity.traceNumbers.contains(next) else { throw .corrupt }
        // Numbers above the last one begin again at 1.
        let first = next > Int64(count) ? next - Int64(count) : next + most - Int64(count)
        return first..<first + Int64(count)
    }
}
