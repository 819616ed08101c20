import Database
import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// Writes for many at once: all waiting changes share one transaction, and so one wait for the disk.
///
/// All waiting writes, and those that come while they run, run one after the other in one `BEGIN IMMEDIATE … COMMIT`.
/// If one of them fails, the whole transaction is rolled back, the others run again in one without it, and it runs
/// alone, so that a failure harms no neighbour. No write has an effect outside the database, so running twice is safe.
/// (A savepoint around each would do as well, but SQLite then copies every page before its first change; failures are
/// rare, so this is far cheaper.)
@usableFromInline
final class GroupCommitWriter: Sendable {
    private let pool: DatabasePool
    private let files: DatabaseFileIdentity
    /// Copies the log into the file; nil for a connection that only reads.
    let copyist: WALCheckpointer?
    private let line = Mutex(Line())
    /// How many commits of several writes were undone because one of them failed.
    let undone = Atomic(0)
    /// Whether the last transaction found the file, or one beside it, moved away.
    let hasMoved = Atomic(false)

    private struct Line {
        var waiting: [PendingWrite] = []
        var isServed = false
        var isStopped = false
    }

    init(pool: DatabasePool, files: DatabaseFileIdentity, copyist: WALCheckpointer?) {
        self.pool = pool
        self.files = files
        self.copyist = copyist
    }

    /// Runs `body` in a shared transaction, and returns when it is durable.
    @inlinable
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(SQLError) -> Value {
        let outcome: Result<Value, SQLError> = await withUnsafeContinuation { continuation in
            join(PendingWrite(body: body, continuation: continuation))
        }
        return try outcome.get()
    }

    /// How many writes wait in the line.
    var waiting: Int { line.withLock { $0.waiting.count } }

    /// Refuses all further writes.
    func stop() {
        let left = line.withLock { line in
            line.isStopped = true
            defer { line.waiting = [] }
            return line.waiting
        }
        for write in left { write.fail(.unavailable) }
    }

    @usableFromInline
    func join(_ write: PendingWrite) {
        enum Next { case refuse, wait, serve }
        let next: Next = line.withLock { line in
            guard !line.isStopped, line.waiting.count < SQLiteLimits.waitingWrites else {
                return .refuse
            }
            line.waiting.append(write)
            guard !line.isServed else { return .wait }
            line.isServed = true
            return .serve
        }
        switch next {
        case .refuse: write.fail(.unavailable)
        case .wait: break
        case .serve: pool.asyncWriteWithoutTransaction { db in self.serve(db) }
        }
    }

    /// Serves the line until it is empty; runs on the writer's own queue.
    private func serve(_ db: Database) {
        while true {
            let batch = nextBatch(room: SQLiteLimits.writesPerCommit)
            guard !batch.isEmpty else {
                if leave() { return }
                continue
            }
            serve(batch, db)
        }
    }

    /// Serves a batch, and those who join it: together, without those that fail; these alone. Where
    /// many fail it is not for what they are, and each runs alone.
    private func serve(_ batch: [PendingWrite], _ db: Database) {
        var together = batch
        var failed: [PendingWrite] = []
        while case .failed(let place) = commit(&together, mayGrow: failed.isEmpty, db) {
            undone.add(1, ordering: .relaxed)
            failed.append(together.remove(at: place))
            guard failed.count < SQLiteLimits.failuresPerBatch else {
                failed = together + failed
                break
            }
        }
        for write in failed { runAlone(write, db) }
    }

    /// Those at the head of the line, as many as there is room for.
    private func nextBatch(room: Int) -> [PendingWrite] {
        line.withLock { line in
            guard line.waiting.count > room else {
                defer { line.waiting = [] }
                return line.waiting
            }
            let batch = Array(line.waiting.prefix(room))
            line.waiting.removeFirst(batch.count)
            return batch
        }
    }

    /// Leaves an empty line to the next who comes; false where someone came meanwhile.
    private func leave() -> Bool {
        line.withLock { line in
            line.isServed = !line.waiting.isEmpty
            return !line.isServed
        }
    }

    /// Lets others join the transaction before it ends, with one wait a transaction at most; see
    /// ``GroupCommitDelay``.
    private func letOthersJoin(_ done: Int, _ hasWaited: inout Bool) {
        guard let wait = GroupCommitDelay.wait(with: done) else {
            sched_yield()
            return
        }
        guard !hasWaited else { return }
        hasWaited = true
        usleep(wait)
    }

    private func runAlone(_ write: PendingWrite, _ db: Database) {
        var alone = [write]
        _ = commit(&alone, mayGrow: false, db)
    }

    private enum Ending {
        /// Every write of the transaction knows what became of it.
        case told
        /// The write at this place failed, of several; all were rolled back, and none was reported.
        case failed(at: Int)
    }

    /// One transaction for all of the batch.
    ///
    /// - Parameter mayGrow: Whether those who join the line meanwhile become part of the batch.
    private func commit(
        _ batch: inout [PendingWrite], mayGrow: Bool, _ db: Database
    ) -> Ending {
        do {
            try begin(db)
        } catch {
            for write in batch { write.fail(.unavailable) }
            return .told
        }
        var done: [() -> Void] = []
        done.reserveCapacity(batch.count)
        var hasWaited = false
        while done.count < batch.count {
            do {
                done.append(try batch[done.count].run(db))
            } catch {
                rollBack(db)
                guard batch.count == 1 else { return .failed(at: done.count) }
                batch[done.count].fail(SQLError(beforeCommit: error))
                return .told
            }
            guard mayGrow, done.count == batch.count else { continue }
            letOthersJoin(done.count, &hasWaited)
            batch += nextBatch(room: SQLiteLimits.writesPerCommit - done.count)
        }
        do {
            try end(db)
            for tell in done { tell() }
            copyist?.tend()
        } catch {
            rollBack(db)
            let meaning = GroupCommitWriter.meaning(ofFailedCommit: error)
            for write in batch { write.fail(meaning) }
        }
        return .told
    }

    // Both are kept prepared, as all statements of ours.
    private func begin(_ db: Database) throws {
        let hasMoved = db.hasMoved || files.haveMoved
        self.hasMoved.store(hasMoved, ordering: .relaxed)
        // A log without a name keeps its writes only until the end of this process: another one that has opened the
        // database since shares the index with us, and may have begun a log of its own.
        guard !hasMoved else { throw SQLError.unavailable }
        try db.change("BEGIN IMMEDIATE", [])
    }
    private func end(_ db: Database) throws { try db.change("COMMIT", []) }

    /// A commit that found the database busy wrote nothing, and one that found the disk full has not written the whole of
    /// its last page, so that its commit record counts for nothing. After any other failure that record may have reached
    /// the log though the disk did not confirm it, and the next start would honour it.
    ///
    /// Source: SQLite, WAL-mode file format: a frame counts where its checksum is right, and a commit by its last frame.
    static func meaning(ofFailedCommit error: any Error) -> SQLError {
        guard let failure = error as? DatabaseError else { return .indeterminate }
        return switch failure.resultCode {
        case .SQLITE_BUSY, .SQLITE_FULL: .unavailable
        default: .indeterminate
        }
    }

    private func rollBack(_ db: Database) {
        // SQLite may have rolled back by itself (disk full, I/O error).
        guard db.isInsideTransaction else { return }
        do {
            try db.rollback()
        } catch {
            // Nothing is lost: the next BEGIN fails, and with it every write, until the file can be
            // used again.
        }
    }
}

extension Database {
    /// Whether the file has left its path since it was opened: it was moved, removed or replaced. Writes into it would be
    /// lost with the process.
    ///
    /// Source: SQLite, sqlite3_file_control, SQLITE_FCNTL_HAS_MOVED.
    fileprivate var hasMoved: Bool {
        var hasMoved: Int32 = 0
        let code = sqlite3_file_control(
            sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        return code == SQLITE_OK && hasMoved != 0
    }
}
