#if canImport(Glibc)
    import Glibc
#endif

/// One keep-alive connection of a ``LoadLoop``.
final class LoadSocket {
    private let port: Int
    private(set) var descriptor: Int32
    /// The reply that is coming.
    var reply = LoadReply()
    /// The request that is under way.
    var request = 0
    /// When it was due, and when it was sent, in seconds.
    var due = 0.0
    var sentAt = 0.0
    var isBusy = false

    init(port: Int) throws(BenchError) {
        self.port = port
        descriptor = try LoadSocket.open(port)
    }

    deinit { close(descriptor) }

    /// Connects again.
    func renew() throws(BenchError) {
        close(descriptor)
        descriptor = try LoadSocket.open(port)
    }

    /// Sends a request; a whole one fits into the socket's buffer.
    func send(_ bytes: [UInt8]) -> Bool {
        reply.clear()
        let written = bytes.withUnsafeBytes { bytes in
            Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }
        return written == bytes.count
    }

    /// Connects to this machine; what is sent goes out at once.
    static func open(_ port: Int) throws(BenchError) -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard descriptor >= 0, status == 0 else { throw .connectionFailed }
        var one: Int32 = 1
        setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one,
            socklen_t(MemoryLayout<Int32>.size))
        return descriptor
    }
}
