import Logging
import PaymentDomain
import PostgreSQLDatabase
import ServiceLifecycle
import PaymentStorage

/// Closes the batch once a day.
///
/// Of several servers on one database one does it: a batch that anybody has closed since the time of day is the day's. A
/// server that was not there at the time makes up for it when it starts.
struct DailySettlement: Service {
    /// The actor of the closed batch in the audit log.
    private static let actor = "settle-at"
    /// How often the clock is looked at.
    private static let interval = Duration.seconds(1)
    /// After how long a batch that another closes counts as left in the middle. One that is closed still then ends early,
    /// which costs a number.
    private static let patience = Duration.seconds(120)

    let moment: TimeOfDay
    let store: SQLPaymentStore
    let directory: CurrentDirectory
    let logger: Logger
    private let failures = FailureLog()

    init(
        moment: TimeOfDay, store: SQLPaymentStore, directory: CurrentDirectory, logger: Logger
    ) {
        self.moment = moment
        self.store = store
        self.directory = directory
        self.logger = logger
    }

    /// A batch that another is closing, and since when that is known here.
    private struct Others {
        let number: Int64
        let since: Duration
    }

    /// Where its role may not write batches, the server takes payments all the same.
    func run() async throws {
        await PostgreSQLDatabase.$isBackground.withValue(true) {
            await cancelWhenGracefulShutdown { await settleDaily() }
        }
    }

    private func settleDaily() async {
        var settled: Timestamp?
        var others: Others?
        while !Task.isCancelled {
            let now = SystemClock.now()
            let due = moment.last(before: now)
            if !directory.hasOwnDatabase {
                // A batch closed in another database, before that was noticed, wasn't the day's batch.
                settled = nil
            } else if settled != due, await settle(since: due, at: now, &others) {
                settled = due
            }
            await SystemClock.engine.sleep(DailySettlement.interval)
        }
    }

    /// - Returns: Whether nothing is left to be done for that time.
    private func settle(since due: Timestamp, at now: Timestamp, _ others: inout Others?) async
        -> Bool
    {
        let uptime = SystemClock.engine.uptime()
        let dead = others.flatMap { uptime - $0.since > DailySettlement.patience ? $0 : nil }
        do {
            let found = try await store.closeBatch(
                at: now, unlessClosedSince: due, leftInTheMiddle: dead?.number,
                by: DailySettlement.actor
            ) { _ in await SystemClock.engine.sleep(DatabaseSession.pauseBetweenPortions) }
            failures.end(DailySettlement.actor)
            switch found {
            case .closedBefore: return true
            case .beingClosed(let number):
                if others?.number != number { others = Others(number: number, since: uptime) }
                return false
            case .closed(let batch):
                logger.info(
                    "the batch is closed",
                    metadata: [
                        "batch": .stringConvertible(batch.number),
                        "captures": .stringConvertible(batch.captures),
                        "refunds": .stringConvertible(batch.refunds),
                    ])
                return true
            }
        } catch {
            guard failures.isDue(DailySettlement.actor, reason: error.rawValue, at: uptime) else {
                return false
            }
            logger.error(
                "the batch isn't closed completely; Coster tries again, and the next batch takes the remainder",
                metadata: store.metadata(["error": "\(error.rawValue)"]))
            return false
        }
    }
}
