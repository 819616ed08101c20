import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A host that Coster calls, in this process: a thread for each connection.
final class BenchHost: Sendable {
    let port: Int
    private let listener: Int32
    /// How long an answer takes, in seconds.
    private let delay: Atomic<UInt32>
    private let reply: @Sendable (String) -> String

    /// Listens on a free port of this machine.
    ///
    /// - Parameter reply: The whole reply to a request.
    init(_ reply: @escaping @Sendable (String) -> String) throws(BenchError) {
        self.reply = reply
        delay = Atomic(0)
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isOpen = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 1_024) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isOpen else { throw .connectionFailed }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [self] in
            while case let caller = accept(listener, nil, nil), caller >= 0 {
                Thread.detachNewThread { [self] in serve(caller) }
            }
        }
    }

    /// From now on each answer takes so many seconds.
    func answer(after seconds: UInt32) { delay.store(seconds, ordering: .relaxed) }

    private func serve(_ caller: Int32) {
        defer { close(caller) }
        var one: Int32 = 1
        setsockopt(
            caller, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        var request = LoadReply()
        while true {
            request.clear()
            while !request.isWhole {
                var waiting = pollfd(fd: caller, events: Int16(POLLIN), revents: 0)
                guard poll(&waiting, 1, -1) > 0, request.take(from: caller) else { return }
            }
            let seconds = delay.load(ordering: .relaxed)
            if seconds > 0 { sleep(seconds) }
            let answer = Array(reply(request.text).utf8)
            guard send(caller, answer, answer.count, Int32(MSG_NOSIGNAL)) == answer.count else {
                return
            }
        }
    }
}
