import Logging
import PostgreSQLDatabase

/// A setting that a server has.
struct Setting: Sendable {
    /// The kind of its values.
    enum Kind: Sendable {
        case flag
        case text
        case number(atMost: Int)
        case address
        case database
        case timeOfDay
        /// One of a few words.
        case word([String])
    }

    let key: String
    let kind: Kind

    /// Its valid values, for an error message.
    var range: String {
        switch kind {
        case .flag: "true or false"
        case .text: "a text in UTF-8"
        case .number(let limit): "a whole number from 1 to \(limit)"
        case .address: "HOST:PORT, such as 127.0.0.1:8080"
        case .timeOfDay: "HH:MM in UTC, such as 23:30"
        case .word(let words): "one of \(words.joined(separator: ", "))"
        case .database:
            "a PostgreSQL URL with parameters and words that PostgreSQL knows, such as postgres://user@host/database?sslmode=verify-full"
        }
    }

    /// A value of the environment, where everything is text.
    func value(of text: String) -> WrittenSettings.Value {
        guard case .flag = kind, let flag = Setting.words[text.lowercased()]
        else { return .text(text) }
        return .flag(flag)
    }

    /// All of them. `ServerSettings` reads each, and docs/operations/configuration.md has a row for each: tests compare
    /// the three.
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
        Setting(key: "max-merchant-share", kind: .number(atMost: 100)),
        Setting(key: "max-new-connections-per-address", kind: .number(atMost: 100_000)),
        Setting(key: "max-requests-per-second", kind: .number(atMost: 1_000_000)),
        Setting(key: "tls-certificate-file", kind: .text),
        Setting(key: "tls-key-file", kind: .text),
        Setting(key: "refund-beyond-capture", kind: .flag),
        Setting(key: "wipe-idle-stacks", kind: .flag),
        Setting(key: "settle-at", kind: .timeOfDay),
        Setting(key: "log-level", kind: .word(Logger.Level.allCases.map(\.rawValue))),
        Setting(key: "sandbox-stop-at", kind: .text),
        Setting(key: "sandbox-acquirer", kind: .address),
        Setting(key: "sandbox-plant", kind: .text),
    ]

    /// The words for yes and no in the environment; the file has its own, without quotation marks.
    private static let words = [
        "true": true, "yes": true, "1": true, "false": false, "no": false, "0": false,
    ]

    /// Whether the setting takes a value.
    func takes(_ value: WrittenSettings.Value) -> Bool {
        switch (kind, value) {
        case (.flag, .flag), (.text, .text): true
        case (.number(let limit), .number(let number)): (1...limit).contains(number)
        case (.number(let limit), .text(let text)):
            Int(text).map { (1...limit).contains($0) } ?? false
        case (.address, .text(let text)): HostAndPort(text) != nil
        case (.database, .text(let text)): PostgreSQLAddress(text) != nil
        case (.timeOfDay, .text(let text)): TimeOfDay(text) != nil
        case (.word(let words), .text(let text)): words.contains(text)
        case (.flag, _), (.text, _), (.number, _), (.address, _), (.database, _), (.timeOfDay, _),
            (.word, _):
            false
        }
    }
}
