import Foundation
import PostgreSQLBooks

/// The settings as an operator wrote them, before anyone makes sense of them.
struct WrittenSettings: Sendable {
    /// A value of a setting.
    enum Value: Sendable, Hashable {
        case flag(Bool)
        case number(Int)
        case text(String)
        /// A list, an object, a fraction.
        case other
    }

    /// The settings that have an effect, by their keys in the file.
    private(set) var values: [String: Value] = [:]
    /// The keys of the file.
    private(set) var fileKeys: [String] = []
    /// What is wrong with the file itself.
    private(set) var findings: [Finding] = []

    /// Reads the file, then what beats it.
    init(_ surroundings: Surroundings) {
        let flags = surroundings.flags
        self.init(environment: surroundings.environment, config: flags.config)
        let given: [(String, Value?)] = [
            ("sandbox", flags.sandbox.map { .flag($0) }),
            ("listen", flags.listen.map { .text($0) }),
            ("data", flags.data.map { .text($0) }),
            ("database-url", flags.databaseURL.map { .text($0) }),
            ("master-key-file", surroundings.masterKeyFile.map { .text($0) }),
        ]
        for (key, value) in given { if let value { values[key] = value } }
    }

    /// Reads the file, which the environment names where no flag does, and then the environment, which beats it.
    init(environment variables: [String: String], config: String? = nil) {
        let environment = WrittenSettings.environment(variables)
        if let file = config ?? environment["config"] { read(file) }
        for (key, text) in environment { values[key] = .text(text) }
    }

    /// Settings for a test.
    init(values: [String: Value], fileKeys: [String] = []) {
        self.values = values
        self.fileKeys = fileKeys
    }

    /// A text, or a number as a text.
    func text(_ key: String) -> String? {
        switch values[key] {
        case .text(let text): text
        case .number(let number): String(number)
        case .flag, .other, nil: nil
        }
    }

    /// A flag, however it is written.
    func flag(_ key: String) -> Bool {
        switch values[key] {
        case .flag(let flag): flag
        case .text(let text): Setting.words[text.lowercased()] ?? false
        case .number, .other, nil: false
        }
    }

    /// A number, however it is written.
    func number(_ key: String) -> Int? { text(key).flatMap { Int($0) } }

    /// Where the data folder is; nil where only a file that cannot be read may say it.
    var dataFolder: String? {
        text("data") ?? (findings.isEmpty ? WrittenSettings.usualDataFolder : nil)
    }

    /// Where the books are, beside a data folder; nil where the database's URL is none.
    func booksPlace(_ folder: DataFolder) -> BooksPlace? {
        try? BooksPlace(folder: folder, databaseURL: text("database-url"))
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
            // What is not set and what is empty are the same to whoever writes a unit file.
            if let text = variables[name], !text.isEmpty { settings[setting.key] = text }
        }
        return settings
    }
}

extension WrittenSettings.Value: Decodable {
    init(from decoder: any Decoder) throws {
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

/// A setting that a server has.
struct Setting: Sendable {
    /// What values it takes.
    enum Kind: Sendable {
        case flag
        case text
        case number(atMost: Int)
        case address
        case database
    }

    let key: String
    let kind: Kind

    /// All of them, as `ServerSettings` reads them.
    static let all: [Setting] = [
        Setting(key: "sandbox", kind: .flag),
        Setting(key: "listen", kind: .address),
        Setting(key: "data", kind: .text),
        Setting(key: "config", kind: .text),
        Setting(key: "database-url", kind: .database),
        Setting(key: "database-connections", kind: .number(atMost: 1_000)),
        Setting(key: "master-key-file", kind: .text),
        Setting(key: "acquirer", kind: .text),
        Setting(key: "acquirer-timeout-seconds", kind: .number(atMost: 300)),
        Setting(key: "token-max-age-seconds", kind: .number(atMost: 31_536_000)),
        Setting(key: "body-limit", kind: .number(atMost: 16_777_216)),
        Setting(key: "max-connections", kind: .number(atMost: 100_000)),
        Setting(key: "max-concurrent-requests", kind: .number(atMost: 100_000)),
        Setting(key: "max-queued-requests", kind: .number(atMost: 1_000_000)),
        Setting(key: "max-requests-per-second", kind: .number(atMost: 1_000_000)),
        Setting(key: "tls-certificate-file", kind: .text),
        Setting(key: "tls-key-file", kind: .text),
        Setting(key: "refund-beyond-capture", kind: .flag),
        Setting(key: "sandbox-stop-at", kind: .text),
        Setting(key: "sandbox-acquirer", kind: .text),
        Setting(key: "sandbox-plant", kind: .text),
    ]

    /// The words for yes and no.
    static let words = [
        "true": true, "yes": true, "1": true, "false": false, "no": false, "0": false,
    ]

    /// Whether the setting takes a value.
    func takes(_ value: WrittenSettings.Value) -> Bool {
        switch (kind, value) {
        case (.flag, .flag), (.text, .text): true
        case (.flag, .text(let text)): Setting.words[text.lowercased()] != nil
        case (.number(let limit), .number(let number)): (1...limit).contains(number)
        case (.number(let limit), .text(let text)):
            Int(text).map { (1...limit).contains($0) } ?? false
        case (.address, .text(let text)): Setting.isAddress(text)
        case (.database, .text(let text)): PostgreSQLAddress(text) != nil
        case (.flag, _), (.text, _), (.number, _), (.address, _), (.database, _): false
        }
    }

    private static func isAddress(_ text: String) -> Bool {
        guard let colon = text.lastIndex(of: ":"), colon != text.startIndex,
            let port = Int(text[text.index(after: colon)...])
        else { return false }
        return (0...65_535).contains(port)
    }
}

/// What can be wrong with the settings.
enum ConfigurationCheck {
    /// Everything but the files that settings name.
    static func findings(_ settings: WrittenSettings) -> [Finding] {
        var findings = settings.findings
        let known = Set(Setting.all.map(\.key))
        for key in settings.fileKeys where !known.contains(key) {
            findings.append(Finding(.settingUnknown, "the setting \(key)"))
        }
        for setting in Setting.all {
            if let value = settings.values[setting.key], !setting.takes(value) {
                findings.append(Finding(.settingInvalid, "the setting \(setting.key)"))
            }
        }
        let (certificate, key) = ("tls-certificate-file", "tls-key-file")
        if (settings.values[certificate] == nil) != (settings.values[key] == nil) {
            let given = settings.values[certificate] == nil ? key : certificate
            findings.append(Finding(.tlsHalf, "the setting \(given)"))
        }
        if settings.findings.isEmpty, !settings.flag("sandbox") {
            findings.append(
                settings.values["acquirer"] == nil
                    ? Finding(.acquirerMissing, "the setting acquirer")
                    : Finding(.acquirerUnknown, "the setting acquirer"))
        }
        return findings
    }

    /// What a server itself says of settings in which nothing is wrong that we know of.
    static func refusal(_ surroundings: Surroundings) async -> [Finding] {
        do throws(CosterFailure) {
            _ = try await ServerSettings.read(surroundings.flags)
            return []
        } catch {
            return [Finding(.settingsRefused, error.message)]
        }
    }
}
