import Dispatch
import GRDB
import GRDBSQLite
import Synchronization

/// Copies a book's log into its file while the writer goes on; see ``LogStage``.
///
/// A copy that fails leaves the log as it is, and is made again: nothing is lost, and a commit never fails for it.
final class LogCopyist: Sendable {
    private let path: String
    private let durability: BookDurability
    private let stage: Mutex<LogStage>
    /// How many pages the log had after the last commit.
    private let pages = Atomic(0)
    /// Where copies are made, one at a time.
    private let place = DispatchQueue(label: "coster.log-copyist")
    /// Opened when it is first needed.
    private let connection = Mutex<DatabaseQueue?>(nil)

    /// - Parameter limit: From how many pages on the log is copied.
    init(path: String, durability: BookDurability, limit: Int) {
        self.path = path
        self.durability = durability
        stage = Mutex(LogStage(limit: limit))
    }

    /// Lets SQLite tell how long the log is after each commit of the writer, in place of copying it then.
    ///
    /// Who commits by this connection keeps this object, whose address SQLite has.
    func watch(_ db: Database) {
        sqlite3_wal_hook(
            db.sqliteConnection,
            { address, _, _, pages in
                guard let address else { return SQLITE_OK }
                let copyist = Unmanaged<LogCopyist>.fromOpaque(address).takeUnretainedValue()
                copyist.pages.store(Int(pages), ordering: .relaxed)
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Does what is to be done about the log; for the writer, after a commit and after it was told.
    func tend(_ db: Database) {
        let pages = pages.load(ordering: .relaxed)
        switch stage.withLock({ $0.committed(pages: pages) }) {
        case .nothing: break
        case .startCopyist: place.async { self.copy() }
        case .waitForCopyist: wait()
        case .copyTheRest: LogCopyist.copy(by: db)
        }
    }

    /// Waits until no copy is being made.
    func wait() {
        place.sync {}
    }

    /// Ends its connection, after the copy that is being made.
    func close() {
        place.sync { connection.withLock { $0 = nil } }
    }

    private func copy() {
        connection.withLock { connection in
            do {
                let open = try connection ?? opened()
                connection = open
                open.inDatabase { db in LogCopyist.copy(by: db) }
            } catch {
                // The writer copies it.
            }
        }
        stage.withLock { $0.copyistEnded() }
    }

    private func opened() throws -> DatabaseQueue {
        var configuration = Configuration()
        let synchronous = durability.synchronous
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA synchronous = \(synchronous)")
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// As much as nobody reads any more, without waiting for anyone.
    private static func copy(by db: Database) {
        do {
            _ = try db.checkpoint(.passive)
        } catch {
            // Another copies it now, or the disk refuses; the next commit comes back to it.
        }
    }
}
