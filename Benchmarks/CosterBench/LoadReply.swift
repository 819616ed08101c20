#if canImport(Glibc)
    import Glibc
#endif

/// What came on a connection, up to the end of one reply with a Content-Length; nothing is copied
/// to look at it, so that the driver leaves the machine to the server.
struct LoadReply {
    /// The bytes that came.
    private var bytes = [UInt8](repeating: 0, count: 1 << 14)
    private(set) var count = 0
    private var needed: Int?

    /// Whether all of it is there.
    var isWhole: Bool { needed.map { count >= $0 } ?? false }

    /// The status, in three digits.
    var status: Int {
        bytes[9..<12].reduce(0) { $0 * 10 + Int($1) - 48 }
    }

    /// Whether the server will close the connection.
    var endsConnection: Bool { contains("connection: close") }

    /// Whether it tells when to come again.
    var saysWhenToComeAgain: Bool { contains("retry-after:") }

    /// The reply as a text, for whoever has to find out what went wrong.
    var text: String { String(decoding: bytes[..<count], as: UTF8.self) }

    /// Forgets it; the next one begins.
    mutating func clear() {
        count = 0
        needed = nil
    }

    /// Takes what has come on a socket; false where that is the end.
    mutating func take(from socket: Int32) -> Bool {
        if count == bytes.count { bytes += [UInt8](repeating: 0, count: bytes.count) }
        let start = count
        let received = bytes.withUnsafeMutableBytes { bytes in
            recv(
                socket, bytes.baseAddress?.advanced(by: start), bytes.count - start,
                Int32(MSG_DONTWAIT))
        }
        guard received > 0 else { return received < 0 && errno == EAGAIN }
        count += received
        if needed == nil { needed = length() }
        return true
    }

    /// Whether a text is in it, whatever the case of its letters.
    func contains(_ text: StaticString) -> Bool {
        place(of: text) != nil
    }

    /// Where a text ends, whatever the case of its letters.
    private func place(of text: StaticString) -> Int? {
        let first = text.utf8Start[0] | 0x20
        let length = text.utf8CodeUnitCount
        guard count >= length else { return nil }
        return bytes.withUnsafeBufferPointer { bytes in
            for start in 0...(count - length) where bytes[start] | 0x20 == first {
                var index = 1
                while index < length,
                    bytes[start + index] | 0x20 == text.utf8Start[index] | 0x20
                {
                    index += 1
                }
                if index == length { return start + length }
            }
            return nil
        }
    }

    /// The length of the whole reply; nil where its head has not come.
    private func length() -> Int? {
        guard let head = place(of: "\r\n\r\n"), let field = place(of: "content-length:") else {
            return nil
        }
        var body = 0
        for byte in bytes[field...] {
            if byte == UInt8(ascii: " ") { continue }
            guard (48...57).contains(byte) else { break }
            body = body * 10 + Int(byte) - 48
        }
        return head + body
    }
}
