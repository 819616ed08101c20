import Database
import Foundation
import Synchronization

/// A thread that serves the line on a connection of its own, so that no task waits for a server on
/// a thread that others need.
final class Worker {
    private let pool: Pool
    private let number: Int
    private let wakeUp: WakeupEvent
    private var connection: PostgreSQLConnection? {
        didSet {
            switch (oldValue, connection) {
            case (nil, .some): pool.connects(number)
            case (.some, nil): pool.disconnects(number)
            case (nil, nil), (.some, .some): break
            }
        }
    }

    private init(pool: Pool, number: Int, wakeUp: WakeupEvent) {
        self.pool = pool
        self.number = number
        self.wakeUp = wakeUp
    }

    /// Starts a thread, which ends with the pool.
    static func start(pool: Pool, number: Int, wakeUp: WakeupEvent) {
        let thread = Thread { Worker(pool: pool, number: number, wakeUp: wakeUp).work() }
        thread.name = "postgresql-\(number)"
        thread.start()
    }

    private func work() {
        var watched: Int?
        while true {
            let next = pool.next(for: number, watched: watched)
            watched = nil
            switch next {
            case .serve(let jobs): serve(jobs)
            case .connect:
                connect()
                if connection == nil { cannotConnect(for: []) }
            case .wait: if wait(atMost: PostgreSQLLimits.idleMilliseconds) { tryConnection() }
            case .watch(let begun):
                if wait(atMost: PostgreSQLLimits.patienceMilliseconds) { watched = begun }
            case .end:
                connection = nil
                return
            }
        }
    }

    /// Several jobs share a transaction. If it fails, each job gets its own: the first on this connection, the others on
    /// any free one. If the server is gone, none is repeated.
    private func serve(_ jobs: [Job]) {
        guard let first = jobs.first else { return }
        if first.part != nil {
            let jobs = letOthersJoin(jobs)
            connect()
            guard let connection else {
                pool.giveBack(jobs.dropFirst(), from: number)
                return cannotConnect(for: [first])
            }
            connection.isBackground = false
            let ending = SharedTransaction.run(jobs, on: connection)
            if connection.isBroken { self.connection = nil }
            switch ending {
            case .told: return
            case .undone:
                // One that was alone harms no neighbour.
                if jobs.count > 1 { pool.undone.add(1, ordering: .relaxed) }
                pool.giveBack(jobs.dropFirst(), from: number)
            }
        }
        serve(first)
    }

    /// Lets others join a shared transaction before it begins; see ``GroupCommitDelay``.
    private func letOthersJoin(_ jobs: [Job]) -> [Job] {
        let room = PostgreSQLLimits.changesPerCommit - jobs.count
        guard room > 0, let wait = GroupCommitDelay.wait(with: jobs.count) else { return jobs }
        usleep(wait)
        return jobs + pool.joining(atMost: room)
    }

    /// A connection that broke before anything was written is replaced, once.
    private func serve(_ job: Job) {
        for _ in 0..<2 {
            connect()
            guard let connection else { return cannotConnect(for: [job]) }
            connection.isBackground = job.isBackground
            let ending = job.run(connection)
            if connection.isBroken { self.connection = nil }
            switch ending {
            case .told: return
            case .lost: self.connection = nil
            }
        }
        job.fail(.unavailable)
    }

    private func connect() {
        guard connection == nil else { return }
        do {
            connection = try PostgreSQLConnection(pool.address, denials: pool.denials)
        } catch {
            // Whatever the reason, the server cannot be used now.
            pool.isRefused(error)
            connection = nil
        }
    }

    private func cannotConnect(for jobs: [Job]) {
        pool.cannotConnect(for: jobs)
        lookForServer()
    }

    /// Waits, and tries to connect again and again for as long as no one can.
    private func lookForServer() {
        var pause = PostgreSQLLimits.backoffMilliseconds.lowerBound
        repeat {
            // Only the end of the pool rings here.
            _ = wakeUp.wait(orSocket: -1, atMost: pause)
            pause = min(pause * 2, PostgreSQLLimits.backoffMilliseconds.upperBound)
            if pool.looksForServer { connect() }
        } while connection == nil && pool.looksForServer
    }

    /// Waits for work, and looks after the connection meanwhile: what comes on an idle one is
    /// mostly its end.
    ///
    /// - Returns: Whether nothing came, for as long as was to be waited.
    private func wait(atMost milliseconds: Int32) -> Bool {
        let waking = wakeUp.wait(orSocket: connection?.socket ?? -1, atMost: milliseconds)
        pool.wakes(number)
        switch waking {
        case .signalled: return false
        case .socket:
            if connection?.staysUsable() == false { connection = nil }
            return false
        case .silence: return true
        }
    }

    /// Looks whether a connection that was silent for long is still one: its link may have been cut.
    private func tryConnection() {
        // A new job doesn't wait for it.
        guard let connection, pool.waiting == 0 else { return }
        do {
            try connection.change("SELECT 1", [])
        } catch {
            self.connection = nil
        }
    }
}
