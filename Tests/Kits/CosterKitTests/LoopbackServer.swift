import Foundation

/// A server on this machine that gives each connection one reply, and remembers what came.
///
/// Every wait has a limit of two minutes: all tests of a process begin at once, and wait for their turns. An empty reply closes the connection without an answer.
final class LoopbackServer: Sendable {
    let url: String
    private let listener: Int32
    private let seen = Seen()
    private let done = DispatchSemaphore(value: 0)
    private let end = DispatchSemaphore(value: 0)

    init(replies: [String]) throws {
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #else
            let kind = Int32(SOCK_STREAM.rawValue)
        #endif
        let listener = socket(AF_INET, kind, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                bind(listener, place, size) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, place, &size) == 0
            }
        }
        guard isBound else { throw Samples.MissingValue() }
        Self.limit(listener)
        self.listener = listener
        url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/path"
        let (seen, done, end) = (seen, done, end)
        Thread.detachNewThread {
            for reply in replies {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                Self.limit(connection)
                seen.add(Self.request(connection))
                let bytes = Array(reply.utf8)
                _ = send(connection, bytes, bytes.count, Int32(0x4000))
                shutdown(connection, Int32(1))
                Self.closeDescriptor(connection)
            }
            done.signal()
            // Closed elsewhere, the number would become the next server's, whose connections came here.
            _ = end.wait(timeout: .now() + 120)
            Self.closeDescriptor(listener)
        }
    }

    /// Takes no more connections.
    func close() {
        shutdown(listener, Int32(2))
        end.signal()
    }

    /// What came, once all replies are given.
    func requests() -> [String] {
        _ = done.wait(timeout: .now() + 120)
        return seen.all
    }

    private static func limit(_ descriptor: Int32) {
        var time = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    private static func closeDescriptor(_ descriptor: Int32) {
        #if canImport(Darwin)
            _ = Darwin.close(descriptor)
        #else
            _ = Glibc.close(descriptor)
        #endif
    }

    /// Reads head and body.
    private static func request(_ connection: Int32) -> String {
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return text }
            text += String(decoding: buffer[0..<count], as: UTF8.self)
            guard let head = text.range(of: "\r\n\r\n") else { continue }
            let length =
                text.lowercased().components(separatedBy: "content-length: ").dropFirst()
                .first.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
            if text[head.upperBound...].utf8.count >= length { return text }
        }
    }

    /// What came, under a lock.
    private final class Seen: @unchecked Sendable {
        private let lock = NSLock()
        private var texts: [String] = []

        var all: [String] { lock.withLock { texts } }
        func add(_ text: String) { lock.withLock { texts.append(text) } }
    }
}
