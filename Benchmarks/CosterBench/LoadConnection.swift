import Foundation
import PaymentDomain

#if canImport(Glibc)
    import Glibc
#endif

/// One keep-alive connection with blocking calls: the cheapest client there is, so that the server gets the machine.
final class LoadConnection {
    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    init(port: Int) throws(BenchError) {
        descriptor = try LoadSocket.open(port)
    }

    deinit { close(descriptor) }

    /// Sends a request and reads one reply with a Content-Length.
    func exchange(_ request: [UInt8]) throws(BenchError) -> String {
        var sent = 0
        while sent < request.count {
            let written = request.withUnsafeBytes { bytes in
                send(descriptor, bytes.baseAddress?.advanced(by: sent), request.count - sent, 0)
            }
            guard written > 0 else { throw .connectionFailed }
            sent += written
        }
        var reply: [UInt8] = []
        var needed = Int.max
        while reply.count < needed {
            let count = buffer.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress, $0.count, 0)
            }
            guard count > 0 else { throw .connectionFailed }
            reply += buffer[..<count]
            if needed == .max { needed = LoadConnection.length(of: reply) ?? .max }
        }
        return String(decoding: reply, as: UTF8.self)
    }

    private static func length(of reply: [UInt8]) -> Int? {
        let text = String(decoding: reply, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        let head = text[..<end.lowerBound].lowercased()
        guard let field = head.range(of: "content-length:") else { return nil }
        let digits = head[field.upperBound...].prefix { !$0.isNewline }
            .trimmingCharacters(in: .whitespaces)
        guard let body = Int(digits) else { return nil }
        return text[..<end.upperBound].utf8.count + body
    }
}
