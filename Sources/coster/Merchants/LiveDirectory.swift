import InstaMed
import PaymentDomain
import PaymentEngine
import Synchronization

/// The directory that a server works with now.
///
/// It counts for as long as the server knows that it is what the books have. A server that was stopped for
/// a while, or cannot read its books, may have missed that a secret was revoked or that books were put
/// back, and the command that did so has taken it for dead and not waited: until it has looked again it
/// lets nobody in. Nor does one that slept through a rotation to another master key: it could begin what it cannot write down.
/// Nor one whose database has other books now, which know nothing of what was paid.
final class LiveDirectory: Sendable {
    /// How long it counts after a look: less than the time after which commands take a silent server for
    /// dead, by the time between two of its words and what two clocks may differ.
    static let goodFor = Duration.seconds(5)
    /// How long a server counts as well after it could last write to the books that it runs.
    static let wellFor = Duration.seconds(ServerCount.aliveSeconds)

    private struct State {
        var directory: MerchantDirectory
        var seenAt: Duration
        var toldAt: Duration
        var hasKeys = true
        var hasOwnBooks = true
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
        state.withLock { $0.directory.allows(origin: origin, merchant) }
    }

    var outlets: [InstaMedOutlet] { state.withLock { $0.directory.outlets } }

    var earliestSigning: Timestamp? { state.withLock { $0.directory.earliestSigning } }

    func isSlow(_ dialect: String) -> Bool {
        state.withLock { $0.directory.slowDialects.contains(dialect) }
    }

    /// Whether it counts now, and the books take what the server seals.
    var isCurrent: Bool {
        let now = uptime()
        return state.withLock { $0.hasKeys && now - $0.seenAt <= LiveDirectory.goodFor }
    }

    /// Whether the server could lately write to its books, and they had room.
    var isWell: Bool {
        let now = uptime()
        return state.withLock { now - $0.toldAt <= LiveDirectory.wellFor }
    }

    /// Whether the database has the books that the server was started with, as far as it has looked: in others it does
    /// nothing, nor do its worker and `settle-at`.
    var hasOwnBooks: Bool { state.withLock { $0.hasOwnBooks } }

    /// Takes up what was changed; it counts when ``wasSeen(at:)`` says so.
    func replace(_ directory: MerchantDirectory) {
        state.withLock { $0.directory = directory }
    }

    /// What became of the keys counts from now on; of those that could not be read nothing new is known.
    func note(_ keys: LoadedDirectory.Keys) {
        let hasKeys: Bool
        switch keys {
        case .taken, .left: hasKeys = true
        case .outOfUse, .ofOtherBooks: hasKeys = false
        case .unreadable: return
        }
        state.withLock { state in
            state.hasKeys = hasKeys
            state.hasOwnBooks = keys != .ofOtherBooks
        }
    }

    /// It is what the books had at a moment, which is before the look at them began.
    func wasSeen(at moment: Duration) {
        state.withLock { $0.seenAt = max($0.seenAt, moment) }
    }

    /// A reload has come one step further: what counts now counts on until its end, however long it takes.
    ///
    /// Commands see meanwhile that the server runs and has not taken up their change. So this asks that the server could
    /// tell that lately; and a directory that does not count any more waits for ``wasSeen(at:)``.
    func madeProgress() {
        let now = uptime()
        state.withLock { state in
            guard now - state.seenAt <= LiveDirectory.goodFor,
                now - state.toldAt <= LiveDirectory.goodFor
            else { return }
            state.seenAt = now
        }
    }

    /// The books have it that the server runs, and have room for payments.
    func wasTold(at moment: Duration) {
        state.withLock { $0.toldAt = max($0.toldAt, moment) }
    }
}
