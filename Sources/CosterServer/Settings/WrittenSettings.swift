import Foundation

/// The settings as an operator wrote them, before anyone makes sense of them.
package struct WrittenSettings: Sendable {
    /// A value of a setting.
    package enum Value: Sendable, Hashable {
        case flag(Bool)
        case number(Int)
        case text(String)
        /// A list, an object, a fraction.
        case other
    }

    /// The settings that have an effect, by their keys in the file.
    package private(set) var values: [String: Value] = [:]
    /// The keys of the file.
    private(set) var fileKeys: [String] = []
    /// The problems of the file itself.
    package private(set) var findings: [Finding] = []

    /// Reads the file, then what beats it.
    package init(_ surroundings: DoctorEnvironment) {
        self.init(environment: surroundings.environment, flags: surroundings.flags)
        if let file = surroundings.masterKeyFile { values["master-key-file"] = .text(file) }
    }

    /// Reads the file, then the environment, then the flags of a server.
    package init(environment: [String: String], flags: ServerSettings.Flags) {
        self.init(environment: environment, config: flags.config)
        let given: [(String, Value?)] = [
            ("sandbox", flags.sandbox.map { .flag($0) }),
            ("listen", flags.listen.map { .text($0) }),
            ("data", flags.data.map { .text($0) }),
            ("database-url", flags.databaseURL.map { .text($0) }),
        ]
        for (key, value) in given { if let value { values[key] = value } }
    }

    /// Reads the file, which the environment names unless a flag does, and then the environment, which beats it.
    package init(environment variables: [String: String], config: String? = nil) {
        let environment = WrittenSettings.environment(variables)
        if let file = config ?? environment["config"] { read(file) }
        for setting in Setting.all {
            guard let text = environment[setting.key] else { continue }
            // Bytes that weren't UTF-8 have another character in their place, which would name something else.
            values[setting.key] = text.contains("\u{FFFD}") ? .other : setting.value(of: text)
        }
    }

    /// Settings for a test.
    package init(values: [String: Value], fileKeys: [String] = []) {
        self.values = values
        self.fileKeys = fileKeys
    }

    /// A text, or a number as a text.
    package func text(_ key: String) -> String? {
        switch values[key] {
        case .text(let text): text
        case .number(let number): String(number)
        case .flag, .other, nil: nil
        }
    }

    /// Whether a value is a text, good or not.
    func isText(_ key: String) -> Bool {
        guard case .text = values[key] else { return false }
        return true
    }

    /// A flag; false where none is set.
    package func flag(_ key: String) -> Bool { values[key] == .flag(true) }

    /// A number, however it is written.
    package func number(_ key: String) -> Int? { text(key).flatMap { Int($0) } }

    /// The path of the data folder; nil if only an unreadable file may have it.
    package var dataFolder: String? {
        text("data") ?? (findings.isEmpty ? WrittenSettings.usualDataFolder : nil)
    }

    /// The place of the database, beside a data folder; nil if the database's URL is invalid.
    package func booksPlace(_ folder: DataFolder) -> DatabaseLocation? {
        try? DatabaseLocation(folder: folder, databaseURL: text("database-url"))
    }

    /// The data folder where none is set.
    static let usualDataFolder = "./coster-data"

    private mutating func read(_ path: String) {
        let bytes: [UInt8]
        do {
            bytes = try Files.bytes(path, limit: DoctorLimits.configurationBytes)
        } catch {
            return findings.append(Finding(.configurationUnreadable, path))
        }
        do {
            let file = try JSONDecoder().decode([String: Value].self, from: Data(bytes))
            values = file
            fileKeys = file.keys.sorted()
        } catch {
            findings.append(Finding(.configurationNotJSON, path))
        }
    }

    /// `COSTER_MASTER_KEY_FILE` is `master-key-file`.
    private static func environment(_ variables: [String: String]) -> [String: String] {
        let prefix = "COSTER_"
        var settings: [String: String] = [:]
        for setting in Setting.all {
            let name = prefix + setting.key.uppercased().replacing("-", with: "_")
            // For the author of a unit file, unset and empty are the same.
            if let text = variables[name], !text.isEmpty { settings[setting.key] = text }
        }
        return settings
    }
}

extension WrittenSettings.Value: Decodable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            // Whatever else JSON has is no value of a setting.
            self = .other
        }
    }
}
