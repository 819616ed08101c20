import Foundation
import Glibc
import Programs

/// A request to the acquirer.
struct HostRequest: Sendable {
    let path: String
    /// By their names in small letters.
    let headers: [String: String]
    let body: Data
}

/// One caller's connection, for one thread.
struct HostConnection: Sendable {
    private static let largest = 65_536
    /// How long a caller may be silent, in seconds.
    private static let patience = 30

    private let descriptor: Int32

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var wait = timeval(tv_sec: Self.patience, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Reads one request with a length; nil where the caller is gone.
    func request() -> HostRequest? {
        var received = Data()
        let blank = Data("\r\n\r\n".utf8)
        while received.count < Self.largest {
            guard let head = received.range(of: blank) else {
                guard receive(&received) else { return nil }
                continue
            }
            let lines = String(decoding: received[..<head.lowerBound], as: UTF8.self)
                .split(separator: "\r\n")
            let words = lines.first?.split(separator: " ") ?? []
            let headers = lines.dropFirst().reduce(into: [String: String]()) { headers, line in
                let parts = line.split(separator: ":", maxSplits: 1)
                guard parts.count == 2 else { return }
                headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
            }
            let length = headers["content-length"].flatMap { Int($0) }
            guard words.count == 3, words[0] == "POST", let length else { return nil }
            while received.count < head.upperBound + length {
                guard received.count < Self.largest, receive(&received) else { return nil }
            }
            return HostRequest(
                path: String(words[1]), headers: headers,
                body: received[head.upperBound..<head.upperBound + length])
        }
        return nil
    }

    /// Answers; 400 where there is nothing to say.
    func reply(_ body: String?, status good: String = "200 OK") {
        let status = body == nil ? "400 Bad Request" : good
        let text = body ?? "{}"
        var left = Array(
            "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n\(text)"
                .utf8)[...]
        while !left.isEmpty {
            let count = left.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            left = left.dropFirst(count)
        }
    }

    /// Lets time pass, as a slow line does.
    static func wait(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        poll(nil, 0, Int32(seconds * 1000 + attoseconds / 1_000_000_000_000_000))
    }

    /// Ends it in order.
    func end() {
        close(descriptor)
    }

    /// Ends it by RST, whatever was sent and received.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &linger,
            socklen_t(MemoryLayout.size(ofValue: linger)))
        close(descriptor)
    }

    private func receive(_ bytes: inout Data) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = recv(descriptor, &chunk, chunk.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            bytes += chunk[..<count]
            return true
        }
    }
}

/// The socket that callers connect to.
enum ListeningSocket {
    private static let backlog: Int32 = 128

    /// Listens on 127.0.0.1.
    static func open(port: Int) throws -> Int32 {
        let descriptor = socket(
            AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SystemError(errno) }
        var one: Int32 = 1
        setsockopt(
            descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0
            }
        }
        guard isBound, listen(descriptor, backlog) == 0 else {
            let number = errno
            close(descriptor)
            throw SystemError(number)
        }
        return descriptor
    }

    /// The next caller; nil once nobody listens any more.
    static func accept(_ listener: Int32) -> Int32? {
        while true {
            let caller = Glibc.accept(listener, nil, nil)
            if caller >= 0 {
                _ = fcntl(caller, F_SETFD, FD_CLOEXEC)
                return caller
            }
            guard errno == EINTR || errno == ECONNABORTED || errno == EMFILE else { return nil }
        }
    }
}
