import Foundation
import Glibc
import ISO8583
import Synchronization

/// A link that a line keeps open, over which many messages go at once.
final class HostLink: Sendable {
    static let specification = try? Specification(shipped: "spec87-ascii")

    private let descriptor: Int32
    private let isOpen = Mutex(true)

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Calls for each message, until the link is cut.
    func read(_ body: (Message) -> Void) {
        guard let specification = Self.specification else { return }
        var decoder = FrameDecoder(specification.framing, limit: specification.messageBytes)
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = recv(descriptor, &chunk, chunk.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            decoder.append(chunk[..<count])
            do {
                while let frame = try decoder.next() {
                    guard case .message(let bytes) = frame else { continue }
                    body(try specification.decode(bytes))
                }
            } catch {
                return
            }
        }
    }

    /// Sends a message, unless the link was cut.
    func send(_ message: Message) {
        guard let specification = Self.specification,
            let bytes = try? specification.encode(message),
            let frame = specification.framing.frame(bytes)
        else { return }
        isOpen.withLock { isOpen in
            guard isOpen else { return }
            var left = frame[...]
            while !left.isEmpty {
                let count = left.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                left = left.dropFirst(count)
            }
        }
    }

    /// Cuts it: whoever reads it wakes up, and closes it.
    func cut() {
        isOpen.withLock { isOpen in
            guard isOpen else { return }
            shutdown(descriptor, Int32(SHUT_RDWR))
        }
    }

    /// Closes it. Only its reader may, since another one could get its number.
    func close() {
        isOpen.withLock { isOpen in
            isOpen = false
            Glibc.close(descriptor)
        }
    }
}
