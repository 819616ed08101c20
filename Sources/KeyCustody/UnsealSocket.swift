import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// The unix socket in a data folder over which custodians' shares reach a server that waits for
/// them. Only the folder's owner can connect to it.
package final class UnsealSocket: Sendable {
    package static let fileName = "unseal.sock"
    /// The longest line either side sends, in bytes.
    static let lineBytes = 512
    /// How long a server waits for a custodian's line, in seconds: others wait behind it.
    private static let visitorSeconds = 10
    /// How long a custodian waits for a server's, in seconds; another may be before him.
    private static let serverSeconds = 60
    private static let waitingConnections: Int32 = 16

    /// How long ``next()`` pauses while the system has no descriptor or memory for a connection.
    private static let pauseMilliseconds: Int32 = 100

    package let descriptor: Int32
    private let hasEnded = Atomic(false)
    /// How long each side waits for the other's line.
    private let waits = Mutex(Duration.seconds(serverSeconds))

    package init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Listens for connections; nil if the socket can't be created.
    ///
    /// A file that an earlier server left is replaced: the caller holds a lock on it.
    package static func listening(at path: String) -> UnsealSocket? {
        guard let socket = make() else { return nil }
        unlink(path)
        // Before it has a name, which someone else might have put a link in the place of.
        // Source: Linux, unix(7) and fchmod(2): the file that bind makes gets the socket's own mode.
        guard fchmod(socket.descriptor, 0o600) == 0,
            withAddress(path, { bind(socket.descriptor, $0, $1) }) == 0,
            listen(socket.descriptor, waitingConnections) == 0
        else { return nil }
        return socket
    }

    /// Connects; nil if no server waits.
    package static func connected(to path: String) -> UnsealSocket? {
        guard let socket = make(),
            withAddress(path, { connect(socket.descriptor, $0, $1) }) == 0
        else { return nil }
        socket.limitWaits(serverSeconds)
        return socket
    }

    /// The next connection; nil after ``end()``.
    ///
    /// A lack of descriptors or memory passes: the listener pauses and tries again, or the server could never get its
    /// key. Source: accept(2), errors.
    ///
    /// - Parameter accept: The system's call; a test's own fails as it likes.
    package func next(
        accept: (Int32) -> Int32 = { Glibc.accept($0, nil, nil) }
    ) -> UnsealSocket? {
        while !hasEnded.load(ordering: .acquiring) {
            let accepted = accept(descriptor)
            if accepted >= 0 {
                // No child of ours may have it, so it closes when we do.
                _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
                let socket = UnsealSocket(descriptor: accepted)
                socket.limitWaits(UnsealSocket.visitorSeconds)
                return socket
            }
            switch errno {
            case EINVAL, EBADF, ENOTSOCK: return nil
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: _ = poll(nil, 0, UnsealSocket.pauseMilliseconds)
            default: break
            }
        }
        return nil
    }

    /// Wakes a thread that waits in ``next()``, which gives nil from now on.
    package func end() {
        hasEnded.store(true, ordering: .releasing)
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Reads a line without its end; nil if none comes in time, or if it is too long.
    ///
    /// The system restarts the wait after each signal, and an idle server may get one twice a second (see
    /// `coster_wipe_idle_stacks`); so the end of the wait is checked here too.
    package func line() -> String? {
        let end = ContinuousClock.now + waits.withLock { $0 }
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < UnsealSocket.lineBytes, ContinuousClock.now < end {
            let count = recv(descriptor, &byte, 1, 0)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }

    /// Sends a line; false if the other side has closed.
    package func send(line: String) -> Bool {
        var left = Array((line + "\n").utf8)[...]
        while !left.isEmpty {
            let count = left.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            left = left.dropFirst(count)
        }
        return true
    }

    private static func make() -> UnsealSocket? {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        return descriptor < 0 ? nil : UnsealSocket(descriptor: descriptor)
    }

    private func limitWaits(_ seconds: Int) {
        waits.withLock { $0 = .seconds(seconds) }
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    }

    /// Lends the address of a path; -1 if the path is too long for one.
    private static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let isThere = withUnsafeMutableBytes(of: &address.sun_path) { place in
            guard bytes.count < place.count else { return false }
            place.copyBytes(from: bytes)
            return true
        }
        guard isThere else { return -1 }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
