import Dispatch
import GRDB
import GRDBSQLite
import Synchronization

/// Copies a database's log into its file while the writer goes on; see ``CheckpointStage``.
///
/// A copy that fails leaves the log as it is, and is made again: nothing is lost, and a commit never fails for it.
final class WALCheckpointer: Sendable {
    private struct Connections {
        let reader: DatabaseQueue
        let copier: DatabaseQueue
    }

    private let path: String
    private let durability: SyncMode
    private let stage: Mutex<CheckpointStage>
    /// How many pages the log had after the last commit.
    private let pages = Atomic(0)
    /// Where copies are made, one at a time.
    private let place = DispatchQueue(label: "coster.log-copyist")
    /// Opened when they are first needed.
    private let connections = Mutex<Connections?>(nil)

    /// - Parameter limit: From how many pages on the log is copied.
    init(path: String, durability: SyncMode, limit: Int) {
        self.path = path
        self.durability = durability
        stage = Mutex(CheckpointStage(limit: limit))
    }

    /// Makes SQLite report the log's length after each commit of the writer, instead of copying it then.
    ///
    /// This object, whose address SQLite has, must live as long as the connection.
    func watch(_ db: Database) {
        sqlite3_wal_hook(
            db.sqliteConnection,
            { address, _, _, pages in
                guard let address else { return SQLITE_OK }
                let copyist = Unmanaged<WALCheckpointer>.fromOpaque(address).takeUnretainedValue()
                copyist.pages.store(Int(pages), ordering: .relaxed)
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// How many pages the log had after the last commit, to see whether it shrinks again.
    var logPages: Int { pages.load(ordering: .relaxed) }

    /// Does what the log needs; the writer calls it after a commit and after its report.
    func tend() {
        let pages = logPages
        switch stage.withLock({ $0.committed(pages: pages) }) {
        case .nothing: break
        case .startCopyist: place.async { self.copyAsTold() }
        case .waitForCopyist: wait()
        case .copyTheRest: place.sync { copyAsTold() }
        }
    }

    /// Waits until no copy is being made.
    func wait() {
        place.sync {}
    }

    /// Ends its connections, after the copy that is being made.
    func close() {
        place.sync { connections.withLock { $0 = nil } }
    }

    private func copyAsTold() {
        let copied = copy()
        stage.withLock { $0.ended(copied: copied) }
    }

    /// Copies the pages that no reader needs any more, without waiting; returns how many pages of the log are copied
    /// then.
    ///
    /// A reader of ours reads the log meanwhile, or else the file alone, which is left as it is then: so no writer
    /// restarts the log under the copy. SQLite before 3.51.3 may take pages for copied that aren't, if another process
    /// has just copied all.
    /// Source: SQLite, "Write-Ahead Logging", "The WAL-Reset Bug".
    func copy() -> Int {
        connections.withLock { connections in
            do {
                let open =
                    try connections
                    ?? Connections(
                        reader: WALCheckpointer.connection(path, durability),
                        copier: WALCheckpointer.connection(path, durability))
                connections = open
                return try open.reader.read { db in
                    _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master")
                    return try open.copier.inDatabase { try $0.checkpoint(.passive) }
                        .checkpointedFrameCount
                }
            } catch {
                // Another copies it now, or the disk refuses.
                return 0
            }
        }
    }

    /// A connection to a file that is there, which waits for the disk as the writer does.
    static func connection(
        _ path: String, _ durability: SyncMode
    ) throws -> DatabaseQueue {
        var configuration = Configuration()
        let synchronous = durability.synchronous
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA synchronous = \(synchronous)")
        }
        return try DatabaseQueue(
            path: DatabaseFile.existingName(of: path), configuration: configuration)
    }
}
