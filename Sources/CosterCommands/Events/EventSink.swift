import CosterOperations
import CosterServer
import Events
import Webhooks

/// What `coster events` does with each event: it prints it, or forwards it first.
struct EventSink {
    private var output: EventOutput
    private let forwarder: EventForwarder?

    init(isJSON: Bool, forwarder: EventForwarder?) {
        output = EventOutput(isJSON: isJSON, hasAnswers: forwarder != nil)
        self.forwarder = forwarder
    }

    mutating func take(_ events: [Event]) async throws {
        guard let forwarder else { return output.show(events) }
        for event in events {
            if let status = try await forward(event, forwarder) {
                output.show([event], answer: String(status))
            }
        }
    }

    mutating func end() { output.end() }

    /// Sends an event until the receiver answers. A receiver that is being restarted loses none.
    ///
    /// - Returns: The answer's status; nil if the format has nothing for the event.
    private func forward(_ event: Event, _ forwarder: EventForwarder) async throws -> Int? {
        var hasFailed = false
        while true {
            switch await forwarder.send(event) {
            case .answered(let status): return status
            case .nothing: return nil
            case .unanswered(let code):
                if !hasFailed {
                    Operator.tell(
                        "The receiver gave no whole answer: \(code). Sending \(event.id) again each second."
                    )
                }
                hasFailed = true
                try await Task.sleep(for: EventSink.pause)
            }
        }
    }

    private static let pause = Duration.seconds(1)
}
