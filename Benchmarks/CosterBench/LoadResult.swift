/// What came of a load; times are in seconds from the moment at which a request was due.
struct LoadResult {
    var seconds = 0.0
    /// How many were sent, those that were sent again among them.
    var sent = 0
    var approved: [Double] = []
    /// How many of these came before the time was over: those that were under way then belong to no second of it.
    var approvedInTime = 0
    /// Turned away with 503 or 429 and Retry-After; from the moment at which they were sent.
    var refused: [Double] = []
    /// Whatever else came, and how often.
    var others: [String: Int] = [:]
    /// How long requests that were due waited in the driver.
    var lag: [Double] = []

    /// Approved in a second.
    var perSecond: Double { Double(approvedInTime) / seconds }

    /// The time below which so many of a hundred lie, in milliseconds.
    static func percentile(_ percent: Int, of times: [Double]) -> Double {
        guard !times.isEmpty else { return 0 }
        let sorted = times.sorted()
        return sorted[min(sorted.count - 1, sorted.count * percent / 100)] * 1000
    }
}
