/// Cuts the bytes of a connection into messages.
///
/// It holds one message at most, and the bytes that were appended last. After an error the connection can't be read any
/// further: close it.
public struct FrameDecoder: Sendable {
    /// What came.
    public enum Frame: Sendable, Hashable {
        /// A message of no bytes, which says that the host is there.
        case heartbeat
        /// A message, without its length.
        case message([UInt8])
    }

    private let framing: Framing
    private let limit: Int
    private var bytes: [UInt8] = []
    /// The index of the first byte that was not given out yet.
    private var start = 0
    private var error: FrameError?

    /// A decoder at the start of a connection.
    ///
    /// - Parameter limit: The longest message that is taken, in bytes.
    public init(_ framing: Framing, limit: Int) {
        self.framing = framing
        self.limit = limit
    }

    /// How many bytes wait for the rest of their message.
    public var pending: Int { bytes.count - start }

    /// Takes bytes from the connection.
    public mutating func append(_ bytes: some Sequence<UInt8>) {
        guard error == nil else { return }
        if start > 0 {
            self.bytes.removeFirst(start)
            start = 0
        }
        self.bytes.append(contentsOf: bytes)
    }

    /// The next message; nil if it isn't whole yet.
    ///
    /// - Throws: ``FrameError``, and the same again at each further call.
    public mutating func next() throws(FrameError) -> Frame? {
        if let error { throw error }
        guard pending >= framing.lengthBytes else { return nil }
        let body = start + framing.lengthBytes
        guard let length = framing.length(bytes[start..<body]) else { throw fail(.notALength) }
        guard length <= limit else { throw fail(.tooLong) }
        guard bytes.count - body >= length else { return nil }
        start = body + length
        return length == 0 ? .heartbeat : .message(Array(bytes[body..<start]))
    }

    private mutating func fail(_ error: FrameError) -> FrameError {
        self.error = error
        bytes = []
        start = 0
        return error
    }
}

/// Why the bytes of a connection aren't messages.
public enum FrameError: String, Error, Sendable, Hashable, CaseIterable {
    /// The bytes before a message are no length.
    case notALength = "frame-length-malformed"
    /// The message is longer than the limit.
    case tooLong = "frame-too-long"

    /// A stable code for metrics and logs.
    public var code: String { rawValue }
}
