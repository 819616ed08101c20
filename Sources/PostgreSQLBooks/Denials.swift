import Synchronization

/// What the server refuses until someone mends it: our role lacks a right, it takes no writes, or a pooler keeps no sessions;
/// or what it refused just now, since somebody holds a lock or a table is not there.
///
/// A right is granted without a word to us, so the statement that was refused is asked about again; see
/// ``PostgreSQLBook/findRoom()``. The first that was refused stands for all until it is allowed: others tell of themselves
/// then.
final class Denials: Sendable {
    /// What the server said, and what to do about it.
    struct Refusal {
        let words: String
        let remedy: String
        /// Whether rights or settings are behind it, so that nothing else needs to be looked at.
        let isOfSettings: Bool
    }

    private struct Standing {
        var refusal: Refusal?
        var statement: PostgreSQLConnection.Kept?
    }

    private let standing = Mutex(Standing())

    /// The refusal that stands; nil where there is none.
    var refusal: Refusal? { standing.withLock { $0.refusal } }

    /// The statement that is to be asked about; nil where there is none.
    var statement: PostgreSQLConnection.Kept? { standing.withLock { $0.statement } }

    /// Notes a refusal.
    ///
    /// - Parameter statement: Nil where nobody needs to ask about it.
    func note(_ refusal: Refusal, of statement: PostgreSQLConnection.Kept?) {
        standing.withLock { standing in
            guard standing.statement == nil else { return }
            standing = Standing(refusal: refusal, statement: statement)
        }
    }

    /// What was refused is allowed now, or nobody asks.
    func forget() {
        standing.withLock { $0 = Standing() }
    }
}
