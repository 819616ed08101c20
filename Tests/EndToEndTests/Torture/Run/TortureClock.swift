/// The one place where the torture waits on real time: faults have their moments, and servers need some to mend.
enum TortureClock {
    /// Waits; a cancelled task does not.
    static func pause(_ duration: Duration) async {
        // Cancellation ends the wait early, which is what a waiter wants.
        try? await ContinuousClock().sleep(for: duration)
    }

    /// Looks again and again until something is so; false where it is not in time.
    static func until(
        within patience: Duration, _ condition: () async throws -> Bool
    ) async throws -> Bool {
        let start = ContinuousClock.now
        while try await !condition() {
            guard ContinuousClock.now - start < patience else { return false }
            await pause(.milliseconds(100))
        }
        return true
    }
}

extension Duration {
    /// Seconds with one digit after the point.
    var printed: String {
        let tenths = components.seconds * 10 + components.attoseconds / 100_000_000_000_000_000
        return "\(tenths / 10).\(tenths % 10) s"
    }
}
