import Configuration
import Logging
import PostgreSQLDatabase
import StrictCoding

/// A kind of setting: its valid values, and how they are read.
package struct SettingKind<Value: Sendable>: Sendable {
    /// The valid values, in a few words.
    let values: String
    /// A valid value, for an error message.
    let example: String?
    /// The type of the value in a source of settings.
    let type: ConfigType
    /// Reads a value; nil if it is invalid.
    let read: @Sendable (ConfigContent) -> Value?

    private init(
        _ values: String, example: String? = nil, _ type: ConfigType,
        read: @escaping @Sendable (ConfigContent) -> Value?
    ) {
        self.values = values
        self.example = example
        self.type = type
        self.read = read
    }

    /// A kind whose values are text.
    private init(
        _ values: String, example: String? = nil, text: @escaping @Sendable (String) -> Value?
    ) {
        self.init(values, example: example, .string) { content in
            // Bytes that weren't UTF-8 have another character in their place, which would name something else.
            guard case .string(let value) = content, !value.contains("\u{FFFD}") else { return nil }
            return text(value)
        }
    }
}

extension SettingKind<Bool> {
    static let flag = SettingKind("true or false", .bool) { content in
        guard case .bool(let value) = content else { return nil }
        return value
    }
}

extension SettingKind<Int> {
    static func number(_ range: ClosedRange<Int>) -> SettingKind {
        SettingKind("\(range.lowerBound) to \(range.upperBound)", .int) { content in
            guard case .int(let value) = content, range.contains(value) else { return nil }
            return value
        }
    }
}

extension SettingKind<String> {
    /// Any text.
    static func text(_ values: String) -> SettingKind { SettingKind(values) { $0 } }

    static let database = SettingKind(
        "a URL", example: "postgres://user@host/database?sslmode=verify-full"
    ) { PostgreSQLAddress($0) == nil ? nil : $0 }
}

extension SettingKind<HostAndPort> {
    static let address = SettingKind("HOST:PORT", example: "127.0.0.1:8080") { HostAndPort($0) }
}

extension SettingKind<[IPNetwork]> {
    /// IP networks, parted by commas.
    static let networks = SettingKind(
        "networks, parted by commas", example: "10.1.0.0/16, fd00:1::/32"
    ) { text in
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let networks = parts.compactMap { IPNetwork($0.trimmingPrefix(" ")) }
        return networks.count == parts.count ? networks : nil
    }
}

extension SettingKind<TimeOfDay> {
    static let timeOfDay = SettingKind("HH:MM in UTC", example: "23:30") { TimeOfDay($0) }
}

extension SettingKind<Logger.Level> {
    static let logLevel = SettingKind(
        Logger.Level.allCases.dropLast().map(\.rawValue).joined(separator: ", ")
            + " or \(Logger.Level.critical)"
    ) { Logger.Level(rawValue: $0) }
}
