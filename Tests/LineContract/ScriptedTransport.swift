import AcquirerKit
import Synchronization

/// Answers requests from a list, and keeps them.
package final class ScriptedTransport: LineTransport {
    private struct State {
        var replies: [LineOutcome]
        var requests: [LineRequest] = []
    }

    private let state: Mutex<State>

    package init(_ outcomes: [LineOutcome] = []) {
        state = Mutex(State(replies: outcomes))
    }

    package var requests: [LineRequest] { state.withLock { $0.requests } }

    package func send(_ request: LineRequest) async -> LineOutcome {
        state.withLock { state in
            state.requests.append(request)
            return state.replies.isEmpty ? .notSent(.unreachable) : state.replies.removeFirst()
        }
    }
}

extension LineRequest {
    /// The document that is sent.
    package var text: String { String(decoding: body, as: UTF8.self) }
}

/// A reply with its status.
package struct SampleReply: Sendable {
    package var status: Int
    package var text: String

    package init(status: Int, text: String) {
        self.status = status
        self.text = text
    }

    package var outcome: LineOutcome {
        .answered(LineReply(status: status, body: Array(text.utf8)))
    }
}
