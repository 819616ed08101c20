import Synchronization

/// A client that goes away in the middle of one request.
final class RequestCut: Sendable {
    /// What the requests of this task, and of threads that it waits for, meet.
    @TaskLocal static var current: RequestCut?

    /// How much of the request is sent, in percent; all of it where the client goes before the reply.
    private let percent: Int
    /// How long it waits for a reply nevertheless, in milliseconds.
    private let patience: Int32
    /// Whether the connection ends by RST.
    private let isReset: Bool
    /// How many requests pass before.
    private let left: Atomic<Int>

    init(percent: Int, patience: Int32, isReset: Bool, after: Int) {
        self.percent = percent
        self.patience = patience
        self.isReset = isReset
        left = Atomic(after)
    }

    /// Whether it has come.
    var hasCome: Bool { left.load(ordering: .relaxed) < 0 }

    /// Sends what is sent of a request, and goes; false where this request passes whole.
    func strike(_ message: [UInt8], on connection: HTTPConnection) -> Bool {
        guard left.wrappingSubtract(1, ordering: .relaxed).oldValue == 0 else { return false }
        connection.send(message.prefix(message.count * percent / 100))
        connection.listen(milliseconds: patience)
        if isReset { connection.resetAtClosing() }
        return true
    }
}
