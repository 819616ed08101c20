import Foundation
import StrictCoding

/// A line of the server's log: one JSON object, as a person reads it.
struct LogLine {
    let level: LogLevelOption
    /// `08:15:02.123 WARNING message  name=value name=value`
    let text: String

    /// Reads a line; nil if it isn't of the log.
    init?(_ line: String) {
        guard let value = try? JSONValue(reading: Array(line.utf8), limits: LogLine.limits),
            let object = value.object, let at = object["at"]?.text,
            let level = object["level"]?.text.flatMap(LogLevelOption.init(rawValue:)),
            let message = object["message"]?.text
        else { return nil }
        self.level = level
        let facts = object.keys.filter { !["at", "level", "message"].contains($0) }.sorted()
            .map { "\($0)=\(LogLine.text(of: object[$0]))" }
        let time = at.split(separator: "T").last.map { $0.hasSuffix("Z") ? $0.dropLast() : $0 }
        let label = level.rawValue.uppercased()
            .padding(toLength: 8, withPad: " ", startingAt: 0)
        text =
            Terminal.colored(String(time ?? "").terminalSafe, .gray) + " "
            + Terminal.colored(label, LogLine.color(of: level)) + " "
            + (message + (facts.isEmpty ? "" : "  " + facts.joined(separator: " "))).terminalSafe
    }

    /// A value; a log has no objects and no arrays.
    private static func text(of value: JSONValue?) -> String {
        if let flag = value?.boolean { return String(flag) }
        let text = value?.textOrNumber ?? "-"
        return text.contains(" ") ? "\"\(text)\"" : text
    }

    private static func color(of level: LogLevelOption) -> Terminal.Color {
        switch level {
        case .trace, .debug: .gray
        case .info, .notice: .green
        case .warning: .yellow
        case .error, .critical: .red
        }
    }

    /// A line of the log has a few short fields.
    private static let limits: JSONLimits = {
        var limits = JSONLimits()
        limits.textBytes = 1 << 20
        limits.depth = 8
        limits.values = 256
        limits.valueBytes = 1 << 20
        limits.keyBytes = 256
        return limits
    }()
}
