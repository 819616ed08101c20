extension Nemesis {
    /// How long it goes on, and what it does how often.
    struct Plan: Sendable {
        var kills = 55
        var duration = Duration.zero
        /// The largest jump of a clock, forward and back, in milliseconds.
        var clockJump: Int64 = 15_000
        /// Of each fault so many in a hundred steps.
        var weights: [Fault: Int]
        /// What the line is like at the start.
        var weather = LinkWeather.fine
        /// Of a hundred captures, refunds, releases and voids so many are refused by the acquirer.
        var refusals = 0
        /// By how much each node's clock is ahead, from the start to the end of everything, in milliseconds.
        var clocks: [Int64] = []
        /// The only node that anything befalls; nil for all.
        var victim: Int?
        /// How long the rest is waited for before the books are compared as they are.
        var patience = Duration.seconds(150)
        /// How long nothing befalls anything between two faults, in milliseconds. A slow machine needs some of it to
        /// start a server that was killed.
        var calm = 20...250
        /// How long a pause is, in milliseconds.
        var pauses = 100...2_500
        /// How long a long pause is at least and about, in milliseconds: a worker's lease is the acquirer's time, 2 s in a
        /// torture, and 30 s more.
        var longPauses = 34_000...40_000
        /// How long the acquirer is dead after a kill, in milliseconds.
        var deaths = 1_000...4_000
        /// How much longer each sync takes, in milliseconds.
        var syncDelay: Int64 = 0

        /// How long a run must be for long pauses, in minutes: a shorter one would mostly see the end of its only one.
        private static let longPausesFrom = 3

        /// Until enough was killed, or for some minutes.
        ///
        /// Of two servers one now and then sleeps, in a run of some minutes, for longer than any lease.
        ///
        /// - Parameter usesLines: Whether payments go out over lines: then the acquirer is killed too.
        static func usual(
            on database: TortureDatabase, minutes: Int? = nil, usesLines: Bool = false
        ) -> Plan {
            var plan =
                switch database {
                case .sqlite:
                    Plan(weights: [
                        .kill: 56, .pause: 8, .badLink: 20, .clockJump: 6, .diskFull: 5,
                        .failedSync: 5,
                    ])
                case .postgreSQL:
                    Plan(weights: [
                        .kill: 56, .pause: 9, .badLink: 20, .clockJump: 7, .databaseCrash: 8,
                    ])
                }
            plan.refusals = 4
            if usesLines { plan.weights[.hostKill] = 6 }
            guard let minutes else { return plan }
            plan.kills = 0
            plan.duration = .seconds(minutes * 60)
            if database.nodes > 1, minutes >= longPausesFrom { plan.weights[.longPause] = 1 }
            return plan
        }
    }
}
