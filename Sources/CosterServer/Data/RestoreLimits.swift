/// The limits of a restore.
package enum RestoreLimits {
    /// How long after a restore, in seconds, a token may have been signed and is still refused. Apple's clock gives the
    /// signing time, ours the time of the restore, and ours may be behind.
    package static let signingMarginSeconds: Int64 = 60
    /// How long until a server that lost the database, and found it again, has written down that it
    /// runs, in seconds: its next try to connect, and its next beat.
    package static let returnSeconds = 5
}
