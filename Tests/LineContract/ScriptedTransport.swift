import AcquirerKit
import Synchronization

/// Answers requests from a list, and keeps them.
package final class ScriptedTransport: LineTransport {
    private struct State {
        var replies: [LineOutcome]
        var requests: [LineRequest] = []
    }

    private let state: Mutex<State>

    package init(_ outcomes: [LineOutcome]) {
        state = Mutex(State(replies: outcomes))
    }

    package var requests: [LineRequest] { state.withLock { $0.requests } }

    /// The documents that were sent.
    package var sent: [String] { requests.map { String(decoding: $0.body, as: UTF8.self) } }

    package func send(_ request: LineRequest) async -> LineOutcome {
        state.withLock { state in
            state.requests.append(request)
            return state.replies.isEmpty ? .notSent(.unreachable) : state.replies.removeFirst()
        }
    }
}
