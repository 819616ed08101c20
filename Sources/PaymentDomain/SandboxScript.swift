/// The answer that a sandbox is to give, by the test values of a processor's own test environment.
///
/// Only a dialect that serves a sandbox makes one; an acquirer's real line ignores it.
package struct SandboxScript: Sendable, Hashable {
    /// The issuer's verdict.
    package enum Verdict: Sendable, Hashable {
        /// Approves the whole amount.
        case approve
        /// Approves this much, in minor units, if the shop accepts less; otherwise declines.
        case approvePart(Int64)
        /// Declines.
        case decline(DeclineReason)
    }

    /// The issuer's verdict; nil leaves it to the sandbox's own table of amounts.
    package var verdict: Verdict?
    /// The approval code, if the tables name one.
    package var authorizationCode: String?
    /// Whether the checks below stand in place of the sandbox's own.
    package var setsChecks = false
    /// The result of address verification.
    package var address: AddressCheck?
    /// The result of the security code check.
    package var securityCode: SecurityCodeCheck?
    /// Whether the card's end is not looked at: test cards of old documents ended long ago.
    package var ignoresExpiry = false

    package init() {}
}
