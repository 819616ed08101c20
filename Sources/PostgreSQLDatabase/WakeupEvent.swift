import Database
import CLibPQ
import Foundation

/// Wakes a thread that waits for work and for its connection at once.
///
/// Source: Linux, eventfd(2).
final class WakeupEvent: Sendable {
    private let descriptor: Int32

    /// The cause of a wake-up.
    enum Waking {
        /// Someone rang.
        case signalled
        /// Something came on the socket.
        case socket
        /// Nothing, for as long as was to be waited.
        case silence
    }

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// So many new ones.
    static func made(count: Int) throws(SchemaError) -> [WakeupEvent] {
        var wakeUps: [WakeupEvent] = []
        for _ in 0..<count { wakeUps.append(try made()) }
        return wakeUps
    }

    /// A new one.
    ///
    /// - Parameter descriptor: The system's descriptor; negative if there isn't one, and `errno` says why.
    /// - Throws: ``Database/SchemaError``: without it a thread would never be woken.
    static func made(
        _ descriptor: Int32 = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
    ) throws(SchemaError) -> WakeupEvent {
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw .cannotOpen(.unavailable, reason: "eventfd failed: \(reason)")
        }
        return WakeupEvent(descriptor)
    }

    deinit { close(descriptor) }

    /// Wakes the thread, or keeps it from falling asleep next time.
    func signal() {
        var one: UInt64 = 1
        // It can only fail if it is already signalled.
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Waits for the event, the socket, or so many milliseconds.
    ///
    /// - Parameter socket: Negative for none.
    func wait(orSocket socket: Int32, atMost milliseconds: Int32) -> Waking {
        var places = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
        ]
        let count = coster_poll(&places, nfds_t(places.count), milliseconds)
        guard count > 0 else { return .silence }
        if places[0].revents != 0 {
            var rings: UInt64 = 0
            _ = read(descriptor, &rings, MemoryLayout<UInt64>.size)
            return .signalled
        }
        return .socket
    }
}
