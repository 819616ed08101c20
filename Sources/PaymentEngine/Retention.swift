import PaymentDomain

/// How long the ledger keeps what no payment needs.
package struct RetentionPeriods: Sendable, Hashable {
    /// The days after the last event of a payment for which its events are kept.
    package var eventDays: Int64
    /// The days after its end for which a delivery to an endpoint is kept. It is never kept longer than an event.
    package var deliveryDays: Int64

    package init(eventDays: Int64, deliveryDays: Int64) {
        self.eventDays = eventDays
        self.deliveryDays = deliveryDays
    }

    /// What was there before this time may be erased.
    fileprivate func ends(_ days: Int64, at now: Timestamp) -> Timestamp {
        now.adding(seconds: -days * RetentionPeriods.secondsPerDay)
    }

    /// The end of what may be erased now.
    package func limits(at now: Timestamp) -> RetentionLimits {
        RetentionLimits(
            events: ends(eventDays, at: now),
            deliveries: ends(min(deliveryDays, eventDays), at: now))
    }

    private static let secondsPerDay: Int64 = 86_400
}

/// The times before which events and deliveries may be erased.
package struct RetentionLimits: Sendable, Hashable {
    package let events: Timestamp
    package let deliveries: Timestamp

    package init(events: Timestamp, deliveries: Timestamp) {
        self.events = events
        self.deliveries = deliveries
    }
}

/// Erases what is kept no longer in small steps, so that payments go on between two of them: one step a second while
/// there is something to erase, and then a look each hour.
struct RetentionRounds {
    /// What is kept how long; nil keeps all.
    let periods: RetentionPeriods?
    /// The number of the last event that was looked at.
    private var place: Int64 = 0
    private var next: Timestamp?
    private var last: Timestamp?

    init(_ periods: RetentionPeriods?) {
        self.periods = periods
    }

    /// Takes one step if it is time for one.
    mutating func step(_ ledger: any RecoveryLedger, at now: Timestamp) async {
        guard let periods, isDue(at: now) else { return }
        last = now
        var reached: Int64? = place
        do throws(StoreError) {
            reached = try await ledger.eraseHistory(periods.limits(at: now), after: place)
        } catch {
            // The database cannot be used now. A later step does it.
        }
        place = reached ?? 0
        let wait =
            reached == nil ? EngineLimits.retentionSeconds : EngineLimits.retentionPauseSeconds
        next = now.adding(seconds: wait)
    }

    /// A clock that was ahead and is put back ends the wait.
    private func isDue(at now: Timestamp) -> Bool {
        guard let next, let last else { return true }
        return now >= next || now < last
    }
}
