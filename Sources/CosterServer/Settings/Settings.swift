import Configuration
import Foundation
import PostgreSQLDatabase

/// The settings in effect: flags beat the environment (`COSTER_…`), which beats the file.
///
/// Each row of ``SettingTable`` is a property here, with its valid value or its default.
@dynamicMemberLookup
package struct Settings: Sendable {
    /// The flags of the command line; nil where not given.
    package struct Flags: Sendable {
        package var sandbox: Bool?
        package var listen: String?
        package var data: String?
        package var databaseURL: String?
        package var masterKeyFile: String?
        package var config: String?

        package init(
            sandbox: Bool? = nil, listen: String? = nil, data: String? = nil,
            databaseURL: String? = nil, config: String? = nil
        ) {
            (self.sandbox, self.listen, self.data) = (sandbox, listen, data)
            (self.databaseURL, self.config) = (databaseURL, config)
        }

        fileprivate var values: [String: ConfigContent] {
            let texts = [
                "listen": listen, "data": data, "database-url": databaseURL,
                "master-key-file": masterKeyFile, "config": config,
            ]
            var values = texts.compactMapValues { $0 }.mapValues { ConfigContent.string($0) }
            values["sandbox"] = sandbox.map { .bool($0) }
            return values
        }
    }

    private var contents: [String: ConfigContent] = [:]
    private var given: Set<String> = []
    private let flags: Flags
    /// The file, if there is one.
    let file: SettingsFile?
    /// The values that aren't of their kind or are out of range.
    private(set) var invalid: [Finding] = []

    /// Reads all sources.
    package init(
        _ flags: Flags = Flags(),
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.flags = flags
        let secrets = SettingTable.rows.filter(\.isSecret).map(\.variable)
        let variables = EnvironmentVariablesProvider(
            // For the author of a unit file, unset and empty are the same.
            environmentVariables: environment.filter { !$0.value.isEmpty },
            secretsSpecifier: .specific(Set(secrets)))
        var sources: [any ConfigProvider] = [
            Settings.source("flags", flags.values), variables.prefixKeys(with: "coster"),
        ]
        let config = SettingTable.table.config
        if let content = try? config.row.content(in: sources),
            let path = config.read(content) ?? nil
        {
            let file = SettingsFile(path)
            sources.append(Settings.source("file", file.values))
            self.file = file
        } else {
            file = nil
        }
        for row in SettingTable.rows { read(row, in: sources) }
    }

    private mutating func read(_ row: SettingRow, in sources: [any ConfigProvider]) {
        do {
            guard let content = try row.content(in: sources) else { return }
            if row.accepts(content) {
                contents[row.key] = content
            } else {
                invalid.append(.invalid(row, content))
            }
        } catch {
            invalid.append(.invalid(row))
        }
        given.insert(row.key)
    }

    private static func source(
        _ name: String, _ values: [String: ConfigContent]
    ) -> InMemoryProvider {
        let secrets = Set(SettingTable.rows.filter(\.isSecret).map(\.key))
        let pairs = values.map { key, content in
            (AbsoluteConfigKey([key]), ConfigValue(content, isSecret: secrets.contains(key)))
        }
        return InMemoryProvider(name: name, values: Dictionary(uniqueKeysWithValues: pairs))
    }

    /// The value of a setting, or its default.
    package subscript<Value>(
        dynamicMember path: KeyPath<SettingTable, Setting<Value>>
    ) -> Value {
        let setting = SettingTable.table[keyPath: path]
        guard let content = contents[setting.row.key] else { return setting.fallback }
        return setting.read(content) ?? setting.fallback
    }

    /// Whether a source has the setting, even with an invalid value.
    package func isSet<Value>(_ path: KeyPath<SettingTable, Setting<Value>>) -> Bool {
        given.contains(SettingTable.table[keyPath: path].row.key)
    }

    /// The path of the data folder; nil if only a file that can't be read may name it.
    package var knownDataFolder: String? {
        file?.problem == nil || isSet(\.dataFolder) ? self.dataFolder : nil
    }

    /// The place of a password where other accounts can read it.
    var exposed: [Finding] {
        var findings: [Finding] = []
        if let url = flags.databaseURL, PostgreSQLAddress.holdsPassword(url) {
            findings.append(Finding(.secretExposed, "--database-url"))
        }
        if let file, file.isOpenToOthers, file.holdsPassword {
            findings.append(Finding(.secretExposed, file.path))
        }
        return findings
    }
}
