import Foundation
import Logging
import PaymentDomain

/// Writes one JSON object a line to standard error.
struct JSONLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var line = "{\"at\":\"\(SystemClock.now().iso8601)\",\"level\":\"\(event.level)\""
        line += ",\"message\":\(quoted(event.message.description))"
        let merged = metadata.merging(event.metadata ?? [:]) { _, own in own }
        for (key, value) in merged.sorted(by: { $0.key < $1.key }) {
            line += ",\(quoted(key)):\(quoted(value.description))"
        }
        line += "}\n"
        FileHandle.standardError.write(Data(line.utf8))
    }

    private func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\u{0}"..."\u{1F}": quoted += " "
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
