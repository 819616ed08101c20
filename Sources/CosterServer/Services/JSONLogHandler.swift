import Logging
import PaymentDomain

#if canImport(Glibc)
    import Glibc
#endif

/// Writes one JSON object a line to standard error. A line is one write, so that the lines of two threads don't mix;
/// only a line that the system takes in parts is several.
struct JSONLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let line = line(of: event, at: SystemClock.now())
        OutputBytes.write(line, to: STDERR_FILENO)
    }

    /// The line of an event, with its end. Each key is there once, in a fixed order: an event's own metadata replaces the
    /// logger's, and neither replaces the fields of the line itself.
    func line(of event: LogEvent, at now: Timestamp) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(384)
        line.append(contentsOf: "{\"at\":\"".utf8)
        line.append(contentsOf: now.iso8601.utf8)
        line.append(contentsOf: "\",\"level\":\"".utf8)
        line.append(contentsOf: event.level.rawValue.utf8)
        line.append(contentsOf: "\",\"message\":".utf8)
        append(event.message.description, to: &line)
        var fields = event.metadata ?? [:]
        if !metadata.isEmpty { fields.merge(metadata) { own, _ in own } }
        for key in JSONLogHandler.own { fields[key] = nil }
        for key in JSONLogHandler.first {
            if let value = fields.removeValue(forKey: key) { append(key, value, to: &line) }
        }
        for (key, value) in fields.sorted(by: { $0.key < $1.key }) {
            append(key, value, to: &line)
        }
        line.append(contentsOf: "}\n".utf8)
        return line
    }

    /// The fields of the line itself.
    private static let own = ["at", "level", "message"]
    /// The fields that come first, in this order; all others follow by name.
    private static let first = [
        "request", "merchant", "payment", "protocol", "operation", "outcome", "status", "ms",
    ]

    private func append(_ key: String, _ value: Logger.MetadataValue, to line: inout [UInt8]) {
        line.append(UInt8(ascii: ","))
        append(key, to: &line)
        line.append(UInt8(ascii: ":"))
        switch value {
        case .string(let text): append(text, to: &line)
        case .stringConvertible(let value):
            let text = value.description
            if JSONLogHandler.isNumber(text) {
                line.append(contentsOf: text.utf8)
            } else {
                append(text, to: &line)
            }
        case .array, .dictionary: append(value.description, to: &line)
        }
    }

    /// Whether a value's text is a number of JSON: digits, and between them a point at most.
    private static func isNumber(_ text: String) -> Bool {
        let parts = text.utf8.drop { $0 == UInt8(ascii: "-") }.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return (1...2).contains(parts.count)
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
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
