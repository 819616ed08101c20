import Configuration

/// A setting with its row and its type.
package struct Setting<Value: Sendable>: Sendable {
    /// Its names, valid values and meaning.
    package let row: SettingRow
    /// Its value if it isn't set.
    let fallback: Value
    /// Reads a value; nil if it is invalid.
    let read: @Sendable (ConfigContent) -> Value?

    /// A setting that always has a value.
    init(
        _ key: String, _ kind: SettingKind<Value>, default fallback: Value, _ help: String
    ) {
        row = SettingRow(key, kind, default: "\(fallback)", help)
        self.fallback = fallback
        read = kind.read
    }

    /// A setting without a value of its own.
    ///
    /// - Parameter fallback: What happens if it isn't set, in a few words.
    init<Wrapped>(
        _ key: String, _ kind: SettingKind<Wrapped>, ifUnset fallback: String = "none",
        isSecret: Bool = false, _ help: String
    ) where Value == Wrapped? {
        row = SettingRow(key, kind, default: fallback, isSecret: isSecret, help)
        self.fallback = nil
        read = { content in kind.read(content).map { .some($0) } }
    }
}

/// The row of a setting in ``SettingTable``: what a person must know of it.
package struct SettingRow: Sendable {
    /// Its name in the settings file.
    package let key: String
    /// The valid values, in a few words.
    package let values: String
    /// Its value if it isn't set, or what happens then.
    package let fallback: String
    /// Whether its value may hold a password.
    package let isSecret: Bool
    /// What it does, in a sentence.
    package let help: String
    /// The type of its value in a source of settings.
    let type: ConfigType
    /// A valid value, for an error message.
    let example: String?
    /// Whether a value is valid.
    let accepts: @Sendable (ConfigContent) -> Bool

    fileprivate init<Value>(
        _ key: String, _ kind: SettingKind<Value>, default fallback: String,
        isSecret: Bool = false, _ help: String
    ) {
        self.key = key
        (values, type, example) = (kind.values, kind.type, kind.example)
        (self.fallback, self.isSecret, self.help) = (fallback, isSecret, help)
        accepts = { kind.read($0) != nil }
    }

    /// Its environment variable: `COSTER_MASTER_KEY_FILE` is `master-key-file`.
    package var variable: String { "COSTER_" + key.uppercased().replacing("-", with: "_") }

    /// Its value in the first of several sources that has one.
    ///
    /// - Throws: If that source's value has another type.
    func content(in sources: [any ConfigProvider]) throws -> ConfigContent? {
        for source in sources {
            let found = try source.value(forKey: AbsoluteConfigKey([key]), type: type)
            if let value = found.value { return value.content }
        }
        return nil
    }
}
