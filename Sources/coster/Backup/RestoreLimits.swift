/// The limits of a restore.
enum RestoreLimits {
    /// How long after a restore, in seconds, a token may have been signed and is still refused: Apple's
    /// clock says when it was signed, ours when the books were put back, and ours may be behind.
    static let signingMarginSeconds: Int64 = 60
}
