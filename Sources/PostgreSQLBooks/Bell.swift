import CLibPQ
import Foundation

/// Wakes a thread that waits for work and for its connection at once.
///
/// Source: Linux, eventfd(2).
final class Bell: Sendable {
    private let descriptor: Int32

    /// What woke the thread.
    enum Waking {
        /// Someone rang.
        case rung
        /// Something came on the socket.
        case socket
        /// Nothing, for as long as was to be waited.
        case silence
    }

    init() {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
    }

    deinit { close(descriptor) }

    /// Wakes the thread, or keeps it from falling asleep next time.
    func ring() {
        var one: UInt64 = 1
        // It can only fail where it rings already.
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Waits for the bell, the socket, or so many milliseconds.
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
            return .rung
        }
        return .socket
    }
}
