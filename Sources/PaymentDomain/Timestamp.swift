/// A time: milliseconds since 1970-01-01T00:00:00Z.
///
/// Time is an argument everywhere in this code. An integer compares, stores and subtracts exactly.
public struct Timestamp: Sendable, Hashable, Comparable, Codable {
    /// Milliseconds since 1970-01-01T00:00:00Z; negative before it.
    public let milliseconds: Int64

    /// A time from its milliseconds since 1970.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// A time from its whole seconds since 1970; out of range saturates.
    public init(seconds: Int64) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        milliseconds = overflow ? (seconds < 0 ? .min : .max) : product
    }

    /// Whole seconds since 1970, rounded down.
    public var seconds: Int64 {
        let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// This time plus a number of seconds; out of range saturates.
    public func adding(seconds: Int64) -> Timestamp {
        let delta = Timestamp(seconds: seconds).milliseconds
        let (sum, overflow) = milliseconds.addingReportingOverflow(delta)
        return Timestamp(milliseconds: overflow ? (delta < 0 ? .min : .max) : sum)
    }

    /// Whole milliseconds from `earlier` to this time; negative if it is later; out of range saturates.
    public func milliseconds(since earlier: Timestamp) -> Int64 {
        let (difference, overflow) = milliseconds.subtractingReportingOverflow(
            earlier.milliseconds)
        return overflow ? (milliseconds < 0 ? .min : .max) : difference
    }

    /// Which of two moments is earlier.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }
}
