import Logging
import PaymentDomain

#if canImport(Glibc)
    import Glibc
#endif

/// Writes one JSON object a line to standard error, in one write, so that the lines of two threads do not mix.
struct JSONLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var line: [UInt8] = []
        line.reserveCapacity(384)
        line.append(contentsOf: "{\"at\":\"".utf8)
        line.append(contentsOf: SystemClock.now().iso8601.utf8)
        line.append(contentsOf: "\",\"level\":\"".utf8)
        line.append(contentsOf: event.level.rawValue.utf8)
        line.append(contentsOf: "\",\"message\":".utf8)
        append(event.message.description, to: &line)
        for (key, value) in metadata { append(key, value, to: &line) }
        for (key, value) in event.metadata ?? [:] { append(key, value, to: &line) }
        line.append(contentsOf: "}\n".utf8)
        line.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    private func append(_ key: String, _ value: Logger.MetadataValue, to line: inout [UInt8]) {
        line.append(UInt8(ascii: ","))
        append(key, to: &line)
        line.append(UInt8(ascii: ":"))
        switch value {
        case .string(let text): append(text, to: &line)
        case .stringConvertible, .array, .dictionary: append(value.description, to: &line)
        }
    }

    /// A JSON string; control characters become spaces, since no message of ours has any.
    private func append(_ text: String, to line: inout [UInt8]) {
        line.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                line.append(UInt8(ascii: "\\"))
                line.append(byte)
            case 0..<0x20: line.append(UInt8(ascii: " "))
            default: line.append(byte)
            }
        }
        line.append(UInt8(ascii: "\""))
    }
}
