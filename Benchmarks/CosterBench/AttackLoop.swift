import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A client that means ill, or means well and has too much, on a thread of its own.
final class AttackLoop: Sendable {
    /// What it does on each of its connections.
    enum Kind {
        /// Sends one request after the other, without a look at the replies.
        case pipelining([UInt8])
        /// Sends nothing.
        case silence
        /// Sends a request, and after its reply the next one; a second later if it was refused.
        case requests([UInt8])
    }

    /// One of its connections.
    private struct Connection {
        var descriptor: Int32
        /// What is to be sent, and how much of it has gone.
        var sent = 0
        var isWaiting = false
        var notBefore = 0.0
    }

    private let kind: Kind
    private let count: Int
    /// What goes out at once, again and again.
    private let bytes: [UInt8]
    private let isOver = Atomic(false)
    private let group = DispatchGroup()

    init(_ kind: Kind, connections: Int) {
        self.kind = kind
        count = connections
        bytes =
            switch kind {
            case .pipelining(let request):
                Array([[UInt8]](repeating: request, count: 2_000).joined())
            case .silence: []
            case .requests(let request): request
            }
    }

    /// Returns when all of its connections are open and have begun, or two seconds are over.
    func start(port: Int) {
        let begun = DispatchSemaphore(value: 0)
        group.enter()
        Thread.detachNewThread { [self] in
            defer { group.leave() }
            run(port, begun)
        }
        _ = begun.wait(timeout: .now() + 2)
        // Its requests are with the server.
        pause(0.5)
    }

    /// Ends it, and closes its connections.
    func stop() {
        isOver.store(true, ordering: .relaxed)
        group.wait()
    }

    private func run(_ port: Int, _ begun: DispatchSemaphore) {
        allowDescriptors()
        var connections: [Connection] = []
        while connections.count < count, !isOver.load(ordering: .relaxed) {
            // A server that is full lets one wait; there are enough of them.
            guard let descriptor = AttackLoop.open(port) else { break }
            connections.append(Connection(descriptor: descriptor))
        }
        begun.signal()
        while !isOver.load(ordering: .relaxed) {
            var polled = connections.map { connection in
                let sends =
                    !bytes.isEmpty && !connection.isWaiting
                    && connection.notBefore <= AttackLoop.now()
                return pollfd(
                    fd: connection.descriptor, events: Int16(POLLIN | (sends ? POLLOUT : 0)),
                    revents: 0)
            }
            poll(&polled, nfds_t(polled.count), 50)
            for index in polled.indices where polled[index].revents != 0 {
                serve(&connections[index], Int32(polled[index].revents), port)
            }
            // The machine is the server's.
            pause(0.0005)
        }
        for connection in connections { close(connection.descriptor) }
    }

    private func serve(_ connection: inout Connection, _ events: Int32, _ port: Int) {
        if events & ~POLLOUT != 0, !receive(&connection) {
            close(connection.descriptor)
            connection = Connection(descriptor: AttackLoop.open(port) ?? -1)
            return
        }
        guard events & POLLOUT != 0 else { return }
        let sent = bytes.withUnsafeBytes { bytes in
            send(
                connection.descriptor, bytes.baseAddress?.advanced(by: connection.sent),
                bytes.count - connection.sent, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        }
        connection.sent += max(0, sent)
        guard connection.sent == bytes.count else { return }
        connection.sent = 0
        if case .requests = kind { connection.isWaiting = true }
    }

    /// Takes what has come; false at the end of the connection.
    private func receive(_ connection: inout Connection) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(connection.descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        guard count > 0 else { return count < 0 && errno == EAGAIN }
        if case .requests = kind {
            connection.isWaiting = false
            let isRefused = buffer.starts(with: "HTTP/1.1 503".utf8)
            connection.notBefore = AttackLoop.now() + (isRefused ? 1 : 0)
        }
        return true
    }

    private func allowDescriptors() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 4_096))
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    private func pause(_ seconds: Double) {
        var time = timespec(tv_sec: 0, tv_nsec: Int(seconds * 1e9))
        nanosleep(&time, nil)
    }

    private static func open(_ port: Int) -> Int32? { try? LoadSocket.open(port) }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
