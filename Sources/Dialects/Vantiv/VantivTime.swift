import PaymentDomain

/// Dates as Vantiv writes them: GMT, without a zone. Source: Vantiv, responseTime and postDate.
extension Timestamp {
    /// `2026-11-21T08:57:00`.
    var vantivDateTime: String { String(iso8601Seconds.prefix(19)) }

    /// `2026-11-21`.
    var vantivDate: String { String(iso8601Seconds.prefix(10)) }
}
