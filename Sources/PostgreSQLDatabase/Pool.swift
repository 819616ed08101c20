import Database
import Synchronization

/// The line of jobs, and the threads that serve it, each with a connection of its own.
///
/// Of those who have a connection who fell idle last is woken first, so that a quiet hour needs few
/// connections, and a busy one opens them all.
final class Pool: Sendable {
    let address: PostgreSQLAddress
    private let line: Mutex<JobQueue>
    private let wakeUps: [WakeupEvent]
    /// How many transactions of several changes were undone, because one of them failed or waited for
    /// someone's lock.
    let undone = Atomic(0)
    /// The server's refusals to our role.
    let denials = PermissionErrors()

    /// The next work of a thread.
    enum Next {
        case serve([Job])
        /// Get a connection, and come again.
        case connect
        case wait
        /// Wait for as long as those are patient who wait behind a shared transaction; so many had
        /// begun.
        case watch(begun: Int)
        case end
    }

    /// - Parameter wakeUps: One for each connection.
    init(_ address: PostgreSQLAddress, wakeUps: [WakeupEvent]) {
        self.address = address
        self.wakeUps = wakeUps
        line = Mutex(JobQueue(connections: wakeUps.count))
    }

    /// How many jobs wait in the line.
    var waiting: Int { line.withLock { $0.waiting } }

    /// Starts the threads.
    func start() {
        for number in wakeUps.indices {
            Worker.start(pool: self, number: number, wakeUp: wakeUps[number])
        }
    }

    /// Puts a job into the line, or refuses it.
    func submit(_ job: Job) {
        enum Place {
            case refused
            case waiting(wake: Int?)
        }
        let place: Place = line.withLock { line in
            guard !line.isClosed, line.waiting < PostgreSQLLimits.waiting else { return .refused }
            line.append(job)
            return .waiting(wake: line.toWake())
        }
        switch place {
        case .refused: job.fail(.unavailable)
        case .waiting(wake: let number?): wakeUps[number].signal()
        case .waiting(wake: nil): break
        }
    }

    /// The next jobs: one, or several that can share a transaction; if there are none, the thread counts as idle.
    ///
    /// - Parameter watched: How many shared transactions had begun when it began to watch, if nothing woke it since.
    func next(for number: Int, watched: Int?) -> Next {
        let (next, other): (Next, Int?) = line.withLock { line in
            if line.connectsFirst(number, watched: watched) { return (.connect, line.toWake()) }
            let jobs = line.next(for: number, watched: watched)
            if !jobs.isEmpty { return (.serve(jobs), line.toWake()) }
            guard !line.isStopped else { return (.end, nil) }
            guard let begun = line.rests(number) else { return (.wait, nil) }
            return (.watch(begun: begun), nil)
        }
        if let other { wakeUps[other].signal() }
        return next
    }

    /// Those who can share a transaction that a thread has not begun yet.
    func joining(atMost room: Int) -> [Job] {
        line.withLock { $0.joining(atMost: room) }
    }

    /// A thread woke up, and may have something else to do before it comes.
    func wakes(_ number: Int) {
        line.withLock { $0.comes(number) }
    }

    /// Takes back jobs whose shared transaction failed; each is to have its own.
    ///
    /// - Parameter number: The thread whose transaction it was; it shares none any more.
    func giveBack(_ jobs: ArraySlice<Job>, from number: Int) {
        let alone = jobs.map { job in
            var job = job
            job.part = nil
            return job
        }
        let isTaken: (wake: Int?, Bool) = line.withLock { line in
            line.comes(number)
            guard !line.isClosed else { return (nil, false) }
            line.insert(alone)
            return (line.toWake(), true)
        }
        switch isTaken {
        case (let number?, _): wakeUps[number].signal()
        case (nil, true): break
        case (nil, false): for job in alone { job.fail(.unavailable) }
        }
    }

    /// A thread got a connection.
    func connects(_ number: Int) {
        line.withLock { line in
            line.connected.insert(number)
            line.isServerGone = false
            line.refusal = nil
        }
    }

    /// A thread got none.
    func isRefused(_ error: any Error) {
        let reason = (error as? PostgreSQLFailure)?.reason ?? (error as? SchemaError)?.code
        line.withLock { $0.refusal = reason }
    }

    /// Why the last try to connect failed, while no thread has a connection.
    var refusal: String? { line.withLock { $0.connected.isEmpty ? $0.refusal : nil } }

    /// A thread lost its connection, or gave it up.
    func disconnects(_ number: Int) {
        line.withLock { _ = $0.connected.remove(number) }
    }

    /// A thread couldn't connect, and so can't do the jobs that it took, if any.
    ///
    /// If others have connections, the jobs are theirs. If no thread has one, the server is gone: all waiting jobs
    /// fail, and all that come, until it is back.
    func cannotConnect(for jobs: [Job]) {
        enum Left {
            case toOthers(Int?)
            case toNone([Job])
        }
        let left: Left = line.withLock { line in
            guard line.connected.isEmpty || line.isStopped else {
                line.insert(jobs)
                return .toOthers(line.toWake())
            }
            line.isServerGone = true
            return .toNone(jobs + line.takeAll())
        }
        switch left {
        case .toOthers(let number?): wakeUps[number].signal()
        case .toOthers(nil): break
        case .toNone(let jobs): for job in jobs { job.fail(.unavailable) }
        }
    }

    /// Whether the server is gone, and someone should look for it.
    var looksForServer: Bool {
        line.withLock { $0.isServerGone && !$0.isStopped }
    }

    /// Refuses all further jobs, and ends the threads when they have ended theirs.
    func stop() {
        let left = line.withLock { line in
            line.isStopped = true
            return line.takeAll()
        }
        for job in left { job.fail(.unavailable) }
        for wakeUp in wakeUps { wakeUp.signal() }
    }
}
