/// What a sandbox is to answer, as the test values of a processor's own test environment say.
///
/// Only a dialect that serves a sandbox makes one; an acquirer's real line has no use for it.
public struct SandboxScript: Sendable, Hashable {
    /// What the issuer says.
    public enum Verdict: Sendable, Hashable {
        /// Approves the whole amount.
        case approve
        /// Approves this much, in minor units, where the shop can live with less; else it declines.
        case approvePart(Int64)
        /// Declines.
        case decline(DeclineReason)
    }

    /// What the issuer says; nil leaves it to the sandbox's own table of amounts.
    public var verdict: Verdict?
    /// The approval code, where the tables name one.
    public var authorizationCode: String?
    /// Whether the checks below stand in place of the sandbox's own.
    public var setsChecks = false
    /// What address verification finds.
    public var address: AddressCheck?
    /// What the check of the security code finds.
    public var securityCode: SecurityCodeCheck?
    /// Whether the card's end is not looked at: test cards of old documents ended long ago.
    public var ignoresExpiry = false

    /// A script that leaves everything to the sandbox.
    public init() {}
}
