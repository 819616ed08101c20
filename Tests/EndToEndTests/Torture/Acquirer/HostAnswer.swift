/// The answer of the torture's acquirer to a request.
enum HostAnswer: Sendable, Hashable {
    case reply(String, status: String = "200 OK")
    /// It is booked, or not, and nobody says so.
    case silence
    case notUnderstood
}

/// The amounts that the torture's acquirer knows, whatever protocol it is asked in.
enum HostAmounts {
    /// 7000.xx are declined, as in a sandbox's table.
    static let declined: ClosedRange<Int64> = 700_001...700_099
    static let bookedInSilence: Set<Int64> = [710_001, 710_003]
    static let lost: Int64 = 710_002
}
