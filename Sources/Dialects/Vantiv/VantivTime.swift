import PaymentDomain

/// Dates as Vantiv writes them: GMT, without a zone. Source: Vantiv, responseTime and postDate.
extension Timestamp {
    /// `2026-11-21T08:57:00`.
    var vantivDateTime: String { text(19) }

    /// `2026-11-21`.
    var vantivDate: String { text(10) }

    private func text(_ count: Int) -> String {
        let fields = calendarFields
        return String(unsafeUninitializedCapacity: 19) { buffer in
            func put(_ value: Int, _ digits: Int, at start: Int, then separator: Unicode.Scalar) {
                var rest = abs(value)
                for index in stride(from: start + digits - 1, through: start, by: -1) {
                    buffer[index] = 0x30 + UInt8(rest % 10)
                    rest /= 10
                }
                if start + digits < 19 { buffer[start + digits] = UInt8(ascii: separator) }
            }
            put(fields.year, 4, at: 0, then: "-")
            put(fields.month, 2, at: 5, then: "-")
            put(fields.day, 2, at: 8, then: "T")
            put(fields.hour, 2, at: 11, then: ":")
            put(fields.minute, 2, at: 14, then: ":")
            put(fields.second, 2, at: 17, then: " ")
            return count
        }
    }
}
