import Synchronization

/// The refusals of the server that someone must repair: our role lacks a right, the server takes no writes, or a pooler
/// keeps no sessions. Also what it refused just now, because another session holds a lock or a table is missing.
///
/// A right is granted without a message to us, so the refused statement is tried again; see
/// ``PostgreSQLDatabase/checkWritable()``. The first refused statement is reported until it is allowed; then others are.
final class PermissionErrors: Sendable {
    /// The server's message, and the next step.
    struct Refusal {
        let words: String
        let remedy: String
        /// Whether rights or settings are behind it, so that nothing else needs to be looked at.
        let isOfSettings: Bool
    }

    private struct State {
        var refusal: Refusal?
        var statement: PostgreSQLConnection.PreparedStatementKey?
    }

    private let state = Mutex(State())

    /// The current refusal; nil if there isn't one.
    var refusal: Refusal? { state.withLock { $0.refusal } }

    /// The statement to try again; nil if there isn't one.
    var statement: PostgreSQLConnection.PreparedStatementKey? { state.withLock { $0.statement } }

    /// Notes a refusal.
    ///
    /// - Parameter statement: Nil where nobody needs to ask about it.
    func note(_ refusal: Refusal, of statement: PostgreSQLConnection.PreparedStatementKey?) {
        state.withLock { state in
            guard state.statement == nil else { return }
            state = State(refusal: refusal, statement: statement)
        }
    }

    /// The refused statement is allowed now, or nobody asks.
    func forget() {
        state.withLock { $0 = State() }
    }
}
