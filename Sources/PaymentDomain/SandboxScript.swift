/// The answer that a sandbox is to give, by the test values of a processor's own test environment.
///
/// Only a dialect that serves a sandbox makes one; an acquirer's real line ignores it.
public struct SandboxScript: Sendable, Hashable {
    /// The issuer's verdict.
    public enum Verdict: Sendable, Hashable {
        /// Approves the whole amount.
        case approve
        /// Approves this much, in minor units, if the shop accepts less; otherwise declines.
        case approvePart(Int64)
        /// Declines.
        case decline(DeclineReason)
    }

    /// The issuer's verdict; nil leaves it to the sandbox's own table of amounts.
    public var verdict: Verdict?
    /// The approval code, if the tables name one.
    public var authorizationCode: String?
    /// Whether the checks below stand in place of the sandbox's own.
    public var setsChecks = false
    /// The result of address verification.
    public var address: AddressCheck?
    /// The result of the security code check.
    public var securityCode: SecurityCodeCheck?
    /// Whether the card's end is not looked at: test cards of old documents ended long ago.
    public var ignoresExpiry = false

    /// A script that leaves everything to the sandbox.
    public init() {}
}
