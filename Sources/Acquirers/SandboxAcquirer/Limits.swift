/// The limits of the sandbox acquirer.
public enum SandboxLimits {
    /// How long a late answer takes, longer than the engine waits by default.
    public static let lateness: Duration = .seconds(45)
    /// How long silence lasts before even we give up, longer than any engine waits.
    public static let silence: Duration = .seconds(300)
    /// How often an advice of the amount 7200.02 is lost before it is booked.
    public static let lostTries = 2
}
