import Foundation
import Testing

@testable import ShopSimulator

#if canImport(Glibc)
    import Glibc
#endif

@Suite("coster pay, if no whole reply comes", .timeLimit(.minutes(20)))
struct PayLostReplyTests {
    @Test(
        "exits with 3: the payment may have been made",
        arguments: [
            "", "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n<half",
            "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n",
        ])
    func lost(reply: String) async throws {
        try await TemporaryFolder.lend { place in
            let server = try #require(OneReply(reply))
            let run = try await CommandRun.coster([
                "pay", "radial", "--json", "--data", place.path, "--url",
                "http://127.0.0.1:\(server.port)",
            ])
            #expect(run.ending == .exited(3), "\(run.output) \(run.errors)")
            #expect(run.json["outcome"] as? String == "unknown")
        }
    }

    @Test(
        "a reply without an approval is refused, or unknown from the status 500 on",
        arguments: [
            (200, true), (400, true), (422, true), (500, false), (502, false), (503, false),
        ])
    func status(status: Int, isRefused: Bool) {
        let reply = ShopSimulator.ShopReply(status: status, body: "<html/>")
        switch reply.stranger {
        case .refused: #expect(isRefused)
        case .unknown: #expect(!isRefused)
        case .declined, .notReachable, .notPossible, .other:
            Issue.record("neither refused nor unknown")
        }
    }
}

/// A server that takes one request, gives a reply whatever it is, and closes the connection.
private struct OneReply {
    let port: UInt16

    /// Nil if the system has no port for it.
    init?(_ reply: String) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard listener >= 0 else { return nil }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 1) == 0
                    && getsockname(listener, $0, &size) == 0
            }
        }
        guard isListening else { return nil }
        port = UInt16(bigEndian: address.sin_port)
        // Nothing waits longer than this.
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(
            listener, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        DispatchQueue.global().async {
            defer { close(listener) }
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            defer { close(connection) }
            var request = [UInt8](repeating: 0, count: 1 << 16)
            guard read(connection, &request, request.count) > 0 else { return }
            _ = Array(reply.utf8).withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
        }
    }
}
