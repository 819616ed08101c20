import Glibc

/// A reply of a server.
struct HTTPReply: Sendable, Hashable {
    let status: Int
    /// Names in lower case.
    let headers: [String: String]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
}

/// Why there was no reply.
enum WireError: Error, Hashable {
    /// Nobody listens.
    case notConnected
    /// The connection ended before the reply did.
    case cutOff
    /// No answer came for a minute.
    case timedOut
    /// What came is not HTTP.
    case malformed
}

/// One HTTP/1.1 connection over a blocking socket, for one thread: as much of HTTP as the tests need.
final class HTTPConnection {
    /// Longer than any request may take, in seconds.
    private static let patience = 60

    private let descriptor: Int32
    private var received: [UInt8] = []

    init(port: Int) throws(WireError) {
        descriptor = socket(
            AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .notConnected }
        var wait = timeval(tv_sec: Self.patience, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
        var one: Int32 = 1
        setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, size) == 0
            }
        }
        // What throws here is closed like any other connection: every property is set.
        guard isConnected else { throw .notConnected }
    }

    deinit {
        close(descriptor)
    }

    /// Sends bytes as they are; false where the other side no longer takes them.
    @discardableResult
    func send(_ bytes: some Sequence<UInt8>) -> Bool {
        let bytes = Array(bytes)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Says that nothing more will be sent.
    func finishSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Lets the connection end by RST, whatever was sent and received.
    func resetAtClosing() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &linger,
            socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    /// Waits until the server has something to say, or a moment.
    func listen(milliseconds: Int32) {
        var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&interest, 1, milliseconds)
    }

    /// Sends a request and reads the reply, unless the client goes away before; see ``RequestCut``.
    func exchange(
        _ method: String, _ path: String, headers: [(String, String)] = [], body: [UInt8] = []
    ) throws(WireError) -> HTTPReply {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: shop.test\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if method != "GET" || !body.isEmpty { head += "Content-Length: \(body.count)\r\n" }
        let message = Array((head + "\r\n").utf8) + body
        if let cut = RequestCut.current, cut.strike(message, on: self) { throw .cutOff }
        // A server may answer before it has read all: the reply counts, however the sending ended.
        send(message)
        return try reply()
    }

    /// Reads one reply.
    func reply() throws(WireError) -> HTTPReply {
        let end = Array("\r\n\r\n".utf8)
        var headEnd = received.firstRange(of: end)
        while headEnd == nil {
            try receive()
            headEnd = received.firstRange(of: end)
        }
        guard let headEnd else { throw .malformed }
        let lines = String(decoding: received[..<headEnd.lowerBound], as: UTF8.self)
            .split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
            throw .malformed
        }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { throw .malformed }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            headers[line[..<colon].lowercased()] = String(value)
        }
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        let bodyEnd = headEnd.upperBound + length
        while received.count < bodyEnd { try receive() }
        let body = Array(received[headEnd.upperBound..<bodyEnd])
        received.removeFirst(bodyEnd)
        return HTTPReply(status: status, headers: headers, body: body)
    }

    private func receive() throws(WireError) {
        var chunk = [UInt8](repeating: 0, count: 16_384)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        if count < 0, errno == EINTR { return }
        if count < 0, errno == EAGAIN { throw .timedOut }
        guard count > 0 else { throw .cutOff }
        received += chunk[..<count]
    }
}
