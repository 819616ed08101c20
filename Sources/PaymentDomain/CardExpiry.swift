/// The month in which a card ends; it is good through that month's last day.
public struct CardExpiry: Sendable, Hashable, Codable, Comparable {
    /// Four digits, 2000 to 2099.
    public let year: Int
    /// 1 to 12.
    public let month: Int

    /// An expiry, or nil if the month or the year is invalid.
    public init?(year: Int, month: Int) {
        guard (2000...2099).contains(year), (1...12).contains(month) else { return nil }
        self.year = year
        self.month = month
    }

    /// Reads `YYMMDD`, as Apple writes applicationExpirationDate.
    ///
    /// The day is dropped, so that it need not be one that the month has: issuers write 31 or 00 for "the end of the
    /// month", whatever the month.
    public init?(yymmdd text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 6, bytes.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        let pairs = stride(from: 0, to: 6, by: 2).map {
            Int(bytes[$0] - 0x30) * 10 + Int(bytes[$0 + 1] - 0x30)
        }
        guard (0...31).contains(pairs[2]) else { return nil }
        self.init(year: 2000 + pairs[0], month: pairs[1])
    }

    /// Whether the card has expired at `now`, judged in the last time zone (UTC-12), so that no card is refused early.
    public func hasPassed(at now: Timestamp) -> Bool {
        let fields = now.adding(seconds: -12 * 3600).calendarFields
        return (fields.year, fields.month) > (year, month)
    }

    /// `2031-07`.
    public var yearAndMonth: String { "\(year)-\(month < 10 ? "0" : "")\(month)" }

    /// Which of two ends earlier.
    public static func < (left: CardExpiry, right: CardExpiry) -> Bool {
        (left.year, left.month) < (right.year, right.month)
    }
}
