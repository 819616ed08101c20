import Logging
import PaymentDomain
import ServiceLifecycle
import Storage

/// Closes the batch once a day.
///
/// Of several servers on one database one does it: a batch that anybody has closed since the time of day is the day's. A
/// server that was not there at the time makes up for it when it starts.
struct DailySettlement: Service {
    /// Who closed the batch, among the administrative acts.
    private static let actor = "settle-at"
    /// How often the clock is looked at.
    private static let interval = Duration.seconds(1)
    /// How long writers of other processes have their turn between two portions.
    private static let pause = Duration.milliseconds(150)

    let moment: DailyMoment
    let store: DatabaseStore
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var settled: Timestamp?
            while !Task.isCancelled {
                let now = SystemClock.now()
                let due = moment.last(before: now)
                if settled != due, await settle(since: due, at: now) { settled = due }
                await SystemClock.engine.sleep(DailySettlement.interval)
            }
        }
    }

    /// - Returns: Whether nothing is left to be done for that time.
    private func settle(since due: Timestamp, at now: Timestamp) async -> Bool {
        do {
            let closed = try await store.closeBatch(
                at: now, unlessClosedSince: due, by: DailySettlement.actor
            ) { _ in await SystemClock.engine.sleep(DailySettlement.pause) }
            guard let closed else { return true }
            logger.info(
                "the batch is closed",
                metadata: [
                    "batch": "\(closed.number)", "captures": "\(closed.captures)",
                    "refunds": "\(closed.refunds)",
                ])
            return true
        } catch {
            logger.error(
                "the batch could not be closed, or in part; it is tried again, and what is left then goes into the next one",
                metadata: ["error": "\(error.rawValue)"])
            return false
        }
    }
}
