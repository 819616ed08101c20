/// How long the sandbox acquirer takes when it is slow on purpose.
package struct SandboxTiming: Sendable {
    /// How long a late answer takes.
    package var lateness: Duration
    /// How long silence lasts.
    package var silence: Duration
    private let sleep: @Sendable (Duration) async throws -> Void

    /// The real clock's timing, or a test's own.
    ///
    /// - Parameter sleep: Returns after that time, or throws when its task is cancelled.
    package init(
        lateness: Duration = SandboxLimits.lateness, silence: Duration = SandboxLimits.silence,
        sleep: @escaping @Sendable (Duration) async throws -> Void = {
            try await Task.sleep(for: $0)
        }
    ) {
        self.lateness = lateness
        self.silence = silence
        self.sleep = sleep
    }

    /// Waits; false if the caller stopped waiting meanwhile.
    func wait(_ duration: Duration) async -> Bool {
        do {
            try await sleep(duration)
            return true
        } catch {
            return false
        }
    }
}
