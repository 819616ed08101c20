/// The limits of the sandbox acquirer.
package enum SandboxLimits {
    /// How long a late answer takes, longer than the engine waits by default.
    package static let lateness: Duration = .seconds(45)
    /// How long silence lasts before even we stop waiting, longer than any engine waits.
    package static let silence: Duration = .seconds(300)
    /// How often an advice of the amount 7200.02 is lost before it is booked.
    package static let lostTries = 2
}
