import PaymentDomain

/// How long a certificate still lasts, and whether to say so.
package struct CertificateExpiry: Sendable, Hashable {
    /// The urgency of an expiry.
    package enum State: String, Sendable, Hashable, CaseIterable {
        /// It lasts longer than the warning time.
        case fine
        /// It ends within ``CertificateLimits/expiryWarningDays``.
        case soon
        /// It has ended.
        case expired
    }

    /// Whole days left, rounded down; negative once it has ended.
    package let daysLeft: Int
    package let state: State

    /// The expiry, at a time, of a certificate that ends with the second `notAfter`.
    package init(notAfter: Timestamp, now: Timestamp) {
        let milliseconds = notAfter.adding(seconds: 1).milliseconds(since: now)
        let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
        daysLeft = Int(rest < 0 ? days - 1 : days)
        let warning = Int64(CertificateLimits.expiryWarningDays) * 86_400_000
        state = milliseconds <= 0 ? .expired : milliseconds <= warning ? .soon : .fine
    }

    /// Whether to warn an operator.
    package var isDue: Bool { state != .fine }

    /// The warning, or nil if there isn't one.
    package var sentence: String? {
        switch state {
        case .fine: nil
        case .soon:
            "The certificate expires in \(daysLeft.counted("day")). Create a new request with `coster merchant csr`."
        case .expired:
            "The certificate has expired. Create a new request with `coster merchant csr`."
        }
    }
}
