/// Why a device shows no sheet with a session.
package enum SessionProblem: String, Error, Sendable, Hashable, CaseIterable {
    /// It isn't a session, or lacks a member.
    case malformed = "session-malformed"
    /// Apple didn't sign it, or it was changed.
    case signatureWrong = "session-signature-wrong"
    /// It is for another page's domain.
    case otherDomain = "session-other-domain"
    /// It has ended.
    case expired = "session-expired"
    /// It is more than five minutes old, or from the future.
    case tooOld = "session-too-old"
    /// A page has used it before.
    case used = "session-used"

    /// The stable code.
    package var code: String { rawValue }
}
