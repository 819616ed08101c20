import Merchants
import PaymentDomain
import Testing

@Suite("The end of a certificate", .timeLimit(.minutes(5)))
struct CertificatesExpiryTests {
    /// How far away the end is, and what follows.
    struct Row: Sendable, CustomTestStringConvertible {
        let seconds: Int64
        let days: Int
        let state: CertificateExpiry.State

        var testDescription: String { "\(seconds) s" }
    }

    @Test(
        "a warning begins 30 days before the end",
        arguments: [
            Row(seconds: 760 * 86_400 - 1, days: 760, state: .fine),
            Row(seconds: 31 * 86_400 - 1, days: 31, state: .fine),
            Row(seconds: 30 * 86_400, days: 30, state: .fine),
            Row(seconds: 30 * 86_400 - 1, days: 30, state: .soon),
            Row(seconds: 86_400, days: 1, state: .soon),
            Row(seconds: 0, days: 0, state: .soon),
            Row(seconds: -1, days: 0, state: .expired),
            Row(seconds: -2, days: -1, state: .expired),
            Row(seconds: -86_401, days: -1, state: .expired),
        ])
    func table(_ row: Row) {
        let now = CertificatesFixture.now
        let expiry = CertificateExpiry(notAfter: now.adding(seconds: row.seconds), now: now)
        #expect(expiry.daysLeft == row.days)
        #expect(expiry.state == row.state)
        #expect(expiry.isDue == (row.state != .fine))
        #expect((expiry.sentence == nil) == (row.state == .fine))
    }

    @Test("dates at the ends of time do not trap")
    func extremes() {
        let ends = [Timestamp(milliseconds: .min), Timestamp(milliseconds: .max)]
        for end in ends {
            for now in ends { _ = CertificateExpiry(notAfter: end, now: now).daysLeft }
        }
    }
}
