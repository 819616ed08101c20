import Synchronization

/// Checks once for all callers of the same time whether something works, and keeps the answer briefly.
///
/// Anyone who reaches the server may ask whether it is ready, as often as he likes: no limit of requests holds for
/// that. So one check runs at a time, and few run in a second.
package final class ReadinessProbe: Sendable {
    /// A look that is under way, or the latest that was.
    private struct Look {
        let task: Task<Bool, Never>
        /// When its answer expires; nil while there isn't one.
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
    ///   - time: How long an answer is kept from its start.
    ///   - uptime: A monotonic time since the process began.
    ///   - look: Whether it works now. No is kept and given to all, like yes.
    package init(
        time: Duration = .milliseconds(GatewayLimits.readinessMilliseconds),
        uptime: @escaping @Sendable () -> Duration, look: @escaping @Sendable () async -> Bool
    ) {
        self.time = time
        self.uptime = uptime
        self.look = look
    }

    /// Whether it works: by the check under way, by a recent one, or by a new one.
    package func answer() async -> Bool {
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
