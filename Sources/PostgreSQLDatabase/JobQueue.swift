/// The jobs that wait for a connection, and the threads that have nothing to do.
///
/// Changes that can share a transaction wait in a line of their own, and one transaction of them is
/// under way at once: while it works and waits for the disk more come together, and the more share
/// one, the less each costs. One that is held up, by someone's lock or by a link that broke, holds
/// up no one else for long: a thread watches it for those who wait behind it.
struct JobQueue {
    private var alone = Queue()
    private var shared = Queue()
    /// Whether the last to be served were some that share.
    private var lastShared = false
    /// Threads that are at a shared transaction.
    private var sharing: Set<Int> = []
    /// How many shared transactions have begun.
    private var begun = 0
    /// The thread that watches the one under way.
    private var watching: Int?
    private var idle: [Int] = []
    /// Threads that were woken and haven't come yet.
    private var signalled: Set<Int> = []
    /// Threads that get a connection before they take any of those who wait.
    private var connecting: Set<Int> = []
    var isStopped = false
    /// Threads that have a connection.
    var connected: Set<Int> = []
    /// How many shared transactions may be held up before further changes wait for one of them, until there is a whole
    /// one: half of the connections, so that the others are left for changes that run alone; two if there are few.
    private let mayBeHeldUp: Int
    /// Whether no thread has a connection, and the last try to get one failed; later jobs are refused at once.
    var isServerGone = false
    /// Why the last try to get a connection failed; nil if it did not.
    var refusal: String?

    /// - Parameter connections: How many threads serve it.
    init(connections: Int) {
        mayBeHeldUp = max(connections / 2, min(connections, 2))
    }

    /// Jobs in the order in which they came.
    private struct Queue {
        private var jobs: [Job] = []

        var count: Int { jobs.count }

        mutating func append(_ job: Job) { jobs.append(job) }

        mutating func insert(_ first: [Job]) { jobs.insert(contentsOf: first, at: 0) }

        /// Taken jobs aren't kept: a job may hold a card's number.
        mutating func take(atMost limit: Int) -> [Job] {
            let taken = Array(jobs.prefix(limit))
            jobs.removeFirst(taken.count)
            return taken
        }
    }

    /// How many jobs wait.
    var waiting: Int { alone.count + shared.count }

    /// Whether no one may join.
    var isClosed: Bool { isStopped || isServerGone }

    /// Puts a job at the end.
    mutating func append(_ job: Job) {
        if job.part == nil { alone.append(job) } else { shared.append(job) }
    }

    /// Puts jobs that were taken back to the head.
    mutating func insert(_ jobs: [Job]) {
        alone.insert(jobs.filter { $0.part == nil })
        shared.insert(jobs.filter { $0.part != nil })
    }

    /// The next work of a thread: one job, or several that share a transaction.
    ///
    /// - Parameter watched: How many had begun when it began to watch, if its patience is over.
    mutating func next(for number: Int, watched: Int? = nil) -> [Job] {
        comes(number)
        lastShared = mayShare(watched) && (alone.count == 0 || !lastShared)
        guard lastShared else { return alone.take(atMost: 1) }
        sharing.insert(number)
        begun += 1
        return shared.take(atMost: PostgreSQLLimits.changesPerCommit)
    }

    /// Whether a thread connects before it takes any waiting job.
    ///
    /// Connecting may take seconds, if a pooler has no connection left; meanwhile the waiting jobs are for the threads
    /// that have one. If none has, the thread takes them along, so that they fail if there is no server.
    mutating func connectsFirst(_ number: Int, watched: Int? = nil) -> Bool {
        comes(number)
        guard alone.count > 0 || mayShare(watched), !connected.isEmpty,
            !connected.contains(number)
        else { return false }
        connecting.insert(number)
        return true
    }

    /// Those who came while a thread that shares had not begun.
    mutating func joining(atMost room: Int) -> [Job] { shared.take(atMost: room) }

    /// Whether a thread may take those who wait to share a transaction.
    private func mayShare(_ watched: Int?) -> Bool {
        shared.count > 0 && (hasRoomToShare || mayPass(watched))
    }

    /// Whether another shared transaction may begin: none is under way, or there is a whole one.
    private var hasRoomToShare: Bool {
        sharing.isEmpty || shared.count >= PostgreSQLLimits.changesPerCommit
    }

    /// Whether a thread's patience with the shared transactions under way is over, and another may be
    /// held up like them; the other connections are for what goes alone.
    private func mayPass(_ watched: Int?) -> Bool {
        watched == begun && sharing.count < mayBeHeldUp
    }

    /// Notes that a thread has come, from any other state.
    mutating func comes(_ number: Int) {
        signalled.remove(number)
        connecting.remove(number)
        sharing.remove(number)
        if watching == number { watching = nil }
        idle.removeAll { $0 == number }
    }

    /// A thread has nothing to do, except perhaps to watch the shared transaction under way for the jobs behind it.
    ///
    /// - Returns: If it watches, how many have begun.
    @discardableResult
    mutating func rests(_ number: Int) -> Int? {
        idle.append(number)
        guard shared.count > 0, watching == nil else { return nil }
        watching = number
        return begun
    }

    /// A thread to be woken for the waiting jobs.
    ///
    /// A thread that is already woken takes all jobs that can share a transaction, or watches for them; a second one
    /// would only take half of them. Threads with a connection are woken first, and of those the last to fall idle.
    mutating func toWake() -> Int? {
        let areSharedLeft =
            shared.count > 0 && signalled.isEmpty && (hasRoomToShare || watching == nil)
        guard alone.count > signalled.count || areSharedLeft else { return nil }
        // A connecting thread will come as well, but nobody knows when: one with a connection is woken all the same.
        let isOneMore =
            alone.count > signalled.count + connecting.count
            || (areSharedLeft && connecting.isEmpty)
        let place =
            idlePlace { connected.contains($0) } ?? (isOneMore ? idlePlace { _ in true } : nil)
        guard let place else { return nil }
        let number = idle.remove(at: place)
        signalled.insert(number)
        return number
    }

    /// The place among the idle threads of one that fits. A watching thread goes on if another fits.
    private func idlePlace(_ willDo: (Int) -> Bool) -> Int? {
        idle.lastIndex { willDo($0) && $0 != watching } ?? idle.lastIndex(where: willDo)
    }

    mutating func takeAll() -> [Job] {
        alone.take(atMost: alone.count) + shared.take(atMost: shared.count)
    }
}
