/// A place in the order of all events, from which reading goes on.
///
/// On PostgreSQL an event can appear after one with a higher number, because numbers are given before the commit. So
/// reading stops at a gap in the numbers. A transaction that has the missing number is among those that were writing
/// events after the gap was seen. Once all of these have ended, the gap stays one, and reading goes on behind it.
/// Nothing is stored for this: another reader sees the gap itself.
///
/// Source: PostgreSQL 17, 9.17 (sequences aren't rolled back), 13.3.1 (INSERT holds its table's lock until the end).
package struct EventCursor: Sendable, Hashable {
    /// The number of the last event that was read; 0 before the first.
    package private(set) var number: Int64
    private(set) var gap: EventGap?

    /// A cursor behind the event of a number.
    package init(_ number: Int64 = 0) {
        self.number = number
    }

    /// Whether the next event waits for transactions that may have an earlier one.
    package var isWaiting: Bool { gap != nil }

    /// Goes over all events that were found, where numbers appear in their order.
    mutating func advance(over numbers: [Int64]) {
        number = numbers.last ?? number
    }

    /// Goes over as many events as no other can appear before.
    ///
    /// - Parameters:
    ///   - numbers: The next events' numbers, ascending.
    ///   - writers: Who was writing events before the numbers were read.
    ///   - erased: The highest number of an event that was erased, long after it was written. Up to there no event
    ///     appears any more.
    /// - Returns: How many of the events may be read.
    mutating func advance(
        over numbers: [Int64], beside writers: Set<String>, erased: Int64 = 0
    ) -> Int {
        var complete = max(number, erased)
        if let gap, gap.writers.isDisjoint(with: writers) {
            complete = max(complete, gap.end)
            self.gap = nil
        }
        var count = 0
        for found in numbers {
            guard found == number + 1 || found <= complete + 1 else { break }
            number = found
            count += 1
        }
        // A gap that is still open keeps its writers: with new ones it might never close.
        if let gap, gap.end <= number { self.gap = nil }
        return count
    }

    /// Stops in front of a gap.
    mutating func stop(at gap: EventGap) {
        self.gap = gap
    }
}

/// A place where numbers are missing.
struct EventGap: Sendable, Hashable {
    /// Up to this number all events are there once the writers have ended.
    let end: Int64
    /// Who was writing events after the gap was seen, by their virtual transactions.
    let writers: Set<String>
}
