import PaymentDomain
import PaymentEngine

#if canImport(Glibc)
    import Glibc
#endif

/// The machine's clock: the one place where time enters the house.
package enum SystemClock {
    package static func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(
            milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    private static let start = ContinuousClock.now

    package static let engine = EngineClock(
        now: { now() }, uptime: { ContinuousClock.now - start },
        sleep: { duration in
            // Cancellation ends the wait early, which is what a waiter wants.
            try? await Task.sleep(for: duration)
        })
}
