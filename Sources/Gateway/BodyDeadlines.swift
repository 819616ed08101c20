import NIOCore
import Synchronization

/// Closes connections whose request body takes too long in all, however steadily its bytes trickle
/// in.
///
/// One timer serves all connections: a body costs an entry in a table, which is gone before any
/// timer rings.
final class BodyDeadlines: Sendable {
    /// An entry in the table.
    struct Ticket {
        fileprivate let number: UInt64
    }

    private struct Entry {
        let deadline: NIODeadline
        let channel: any Channel
    }

    private struct State {
        var nextNumber: UInt64 = 0
        var entries: [UInt64: Entry] = [:]
        var isTimerSet = false
    }

    private let timeout: TimeAmount
    private let state = Mutex(State())

    init(timeout: Duration) {
        self.timeout = TimeAmount(timeout)
    }

    /// From now on the connection has the timeout's time until ``end(_:)``.
    func begin(_ channel: any Channel) -> Ticket {
        let deadline = NIODeadline.now() + timeout
        let (ticket, setsTimer) = state.withLock { state in
            let ticket = Ticket(number: state.nextNumber)
            state.nextNumber &+= 1
            state.entries[ticket.number] = Entry(deadline: deadline, channel: channel)
            defer { state.isTimerSet = true }
            return (ticket, !state.isTimerSet)
        }
        if setsTimer { setTimer(on: channel.eventLoop, at: deadline) }
        return ticket
    }

    /// The body has come, or is wanted no more.
    func end(_ ticket: Ticket) {
        state.withLock { state in _ = state.entries.removeValue(forKey: ticket.number) }
    }

    private func setTimer(on loop: any EventLoop, at deadline: NIODeadline) {
        loop.scheduleTask(deadline: deadline) { self.closeLate(timerOn: loop) }
    }

    private func closeLate(timerOn loop: any EventLoop) {
        let now = NIODeadline.now()
        let (late, next) = state.withLock { state in
            let late = state.entries.filter { $0.value.deadline <= now }
            for number in late.keys { state.entries.removeValue(forKey: number) }
            let next = state.entries.values.map(\.deadline).min()
            state.isTimerSet = next != nil
            return (late.values.map(\.channel), next)
        }
        for channel in late { channel.close(promise: nil) }
        if let next { setTimer(on: loop, at: next) }
    }
}
