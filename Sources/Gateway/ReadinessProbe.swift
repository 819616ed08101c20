import Synchronization

/// Looks whether something works once for all who want to know at the same time, and keeps the answer for
/// a moment.
///
/// Whether the server is ready may be asked by anyone who reaches it, as often as he likes: no limit of
/// requests holds for that. So however many ask, one looks at a time, and few do in a second.
public final class ReadinessProbe: Sendable {
    /// A look that is under way, or the latest that was.
    private struct Look {
        let task: Task<Bool, Never>
        /// Until when its answer is kept; nil while there is none.
        var keptUntil: Duration?

        func answers(at now: Duration) -> Bool {
            guard let keptUntil else { return true }
            return now < keptUntil
        }
    }

    private let time: Duration
    private let uptime: @Sendable () -> Duration
    private let look: @Sendable () async -> Bool
    private let latest = Mutex<Look?>(nil)

    /// - Parameters:
    ///   - time: How long an answer is kept from its coming on.
    ///   - uptime: The time since some moment of this process, which only ever grows.
    ///   - look: Whether it works now. No is kept, and told to all, like yes.
    public init(
        time: Duration = .milliseconds(GatewayLimits.readinessMilliseconds),
        uptime: @escaping @Sendable () -> Duration, look: @escaping @Sendable () async -> Bool
    ) {
        self.time = time
        self.uptime = uptime
        self.look = look
    }

    /// Whether it works, as the look that is under way says, or one of a moment ago, or a new one.
    public func answer() async -> Bool {
        let task = latest.withLock { latest -> Task<Bool, Never> in
            let now = uptime()
            if let latest, latest.answers(at: now) { return latest.task }
            // A task of its own: who asked first may be cut off while others wait for the answer.
            let task = Task { await self.lookAnew() }
            latest = Look(task: task)
            return task
        }
        return await task.value
    }

    private func lookAnew() async -> Bool {
        let answer = await look()
        latest.withLock { latest in
            let end = uptime() + time
            latest?.keptUntil = end
        }
        return answer
    }
}
