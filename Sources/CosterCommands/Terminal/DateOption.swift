import ArgumentParser
import CosterServer
import PaymentDomain
import StrictCoding

/// Reads a time of the command line.
enum DateOption {
    /// The given time; by default now.
    static func time(_ text: String?) throws(ValidationError) -> Timestamp {
        guard let text else { return SystemClock.now() }
        guard let time = Timestamp(iso8601: text) else {
            throw ValidationError(
                "Invalid time '\(text)'. Use ISO 8601 with a time zone, for example 2026-11-21T08:00:00Z."
            )
        }
        return time
    }
}
