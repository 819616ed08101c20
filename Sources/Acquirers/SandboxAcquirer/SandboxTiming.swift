/// How long the sandbox acquirer takes when it is slow on purpose.
public struct SandboxTiming: Sendable {
    /// How long a late answer takes.
    public var lateness: Duration
    /// How long silence lasts.
    public var silence: Duration
    private let sleep: @Sendable (Duration) async throws -> Void

    /// The real clock's timing, or a test's own.
    ///
    /// - Parameter sleep: Returns after that time, or throws when its task is cancelled.
    public init(
        lateness: Duration = SandboxLimits.lateness, silence: Duration = SandboxLimits.silence,
        sleep: @escaping @Sendable (Duration) async throws -> Void = {
            try await Task.sleep(for: $0)
        }
    ) {
        self.lateness = lateness
        self.silence = silence
        self.sleep = sleep
    }

    /// Waits; false where the caller gave up meanwhile.
    func wait(_ duration: Duration) async -> Bool {
        do {
            try await sleep(duration)
            return true
        } catch {
            return false
        }
    }
}
