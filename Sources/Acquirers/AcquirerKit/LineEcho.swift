/// What a host answers to a question that moves no money.
package enum LineEcho: Sendable, Hashable {
    /// The host works, and takes our account.
    case answered
    /// The host refuses our account or our merchant; with its own words, masked.
    case refused(String)
    /// The host's answer can't be read, or isn't to our question.
    case unclear
    case silence(SilenceReason)
    case notSent(NotSentReason)
}
