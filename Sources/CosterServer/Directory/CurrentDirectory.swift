import PaymentDomain
import PaymentEngine
import Synchronization

/// The current directory of a server.
///
/// It counts while the server knows that the database has it. A server that was stopped for a while, or can't read its
/// database, may have missed that a secret was revoked or that a backup was restored, and the command that did so has
/// taken it for dead and not waited: until its next read it accepts no request. Nor does one that missed a rotation to
/// another master key: it could begin payments that it can't write down. Nor one whose URL leads to another database
/// now, which doesn't know what was paid.
final class CurrentDirectory: Sendable {
    /// How long it counts after a look: less than the time after which commands take a silent server for
    /// dead, by the time between two of its words and what two clocks may differ.
    static let staleAfter = Duration.seconds(5)
    /// How long a server counts as healthy after it last wrote to the database that it runs.
    static let wellFor = Duration.seconds(ServerCount.aliveSeconds)

    private struct State {
        var directory: MerchantDirectory
        var seenAt: Duration
        var toldAt: Duration
        var hasKeys = true
        var hasOwnDatabase = true
    }

    private let state: Mutex<State>
    private let uptime: @Sendable () -> Duration

    /// - Parameter uptime: The time of this process, which goes on while it is stopped.
    init(
        _ directory: MerchantDirectory,
        uptime: @escaping @Sendable () -> Duration = SystemClock.engine.uptime
    ) {
        self.uptime = uptime
        state = Mutex(State(directory: directory, seenAt: uptime(), toldAt: uptime()))
    }

    var value: MerchantDirectory { state.withLock { $0.directory } }

    func merchant(_ id: MerchantID) -> Merchant? {
        state.withLock { $0.directory.merchants[id] }
    }

    func client(_ name: MerchantDirectory.ClientName) -> MerchantDirectory.Client? {
        state.withLock { $0.directory.clients[name] }
    }

    func allows(origin: String, _ merchant: MerchantID?) -> Bool {
        state.withLock { $0.directory.web.allows(origin: origin, merchant) }
    }

    var web: WebDirectory { state.withLock { $0.directory.web } }

    var lines: LineDirectory { state.withLock { $0.directory.lines } }

    var webhooks: WebhookDirectory { state.withLock { $0.directory.webhooks } }

    var earliestSigning: Timestamp? { state.withLock { $0.directory.earliestSigning } }

    func isSlow(_ dialect: String) -> Bool {
        state.withLock { $0.directory.slowDialects.contains(dialect) }
    }

    /// Whether it counts now, and the database takes what the server seals.
    var isCurrent: Bool {
        let now = uptime()
        return state.withLock { $0.hasKeys && now - $0.seenAt <= CurrentDirectory.staleAfter }
    }

    /// Whether the server could recently write to its database, and the database had room.
    var isHealthy: Bool {
        let now = uptime()
        return state.withLock { now - $0.toldAt <= CurrentDirectory.wellFor }
    }

    /// Whether the database is the one that the server was started with, as of its last read: in another it does
    /// nothing, nor do its worker and `settle-at`.
    var hasOwnDatabase: Bool { state.withLock { $0.hasOwnDatabase } }

    /// Takes up what was changed; it counts when ``didRefresh(at:)`` says so.
    func replace(_ directory: MerchantDirectory) {
        state.withLock { $0.directory = directory }
    }

    /// Notes the state of the keys; if they couldn't be read, nothing new is known.
    func note(_ keys: LoadedDirectory.Keys) {
        let hasKeys: Bool
        switch keys {
        case .taken, .left: hasKeys = true
        case .outOfUse, .ofOtherDatabase: hasKeys = false
        case .unreadable: return
        }
        state.withLock { state in
            state.hasKeys = hasKeys
            state.hasOwnDatabase = keys != .ofOtherDatabase
        }
    }

    /// Notes that the database had it at a time, which is before the read began.
    func didRefresh(at moment: Duration) {
        state.withLock { $0.seenAt = max($0.seenAt, moment) }
    }

    /// A reload has come one step further: the current directory counts on until its end, however long it takes.
    ///
    /// Meanwhile commands see that the server runs and hasn't loaded their change. So this requires a recent report of
    /// the server; and a directory that no longer counts waits for ``didRefresh(at:)``.
    func madeProgress() {
        let now = uptime()
        state.withLock { state in
            guard now - state.seenAt <= CurrentDirectory.staleAfter,
                now - state.toldAt <= CurrentDirectory.staleAfter
            else { return }
            state.seenAt = now
        }
    }

    /// Notes that the database has the server's report, and has room for payments.
    func wasTold(at moment: Duration) {
        state.withLock { $0.toldAt = max($0.toldAt, moment) }
    }
}
