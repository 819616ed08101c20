import Foundation

/// The settings of every command, from the environment (`COSTER_…`) and from the file that `COSTER_CONFIG` names,
/// unless its flags say otherwise: so it works on the folder, and with the key, of the server beside it.
///
/// `serve` and `doctor` read the same settings by themselves, with more of them and a flag for the file.
package enum CommandSettings {
    /// The data folder.
    package static var data: String { written.dataFolder ?? WrittenSettings.usualDataFolder }

    /// The URL of the database in place of the data folder, if one is set.
    package static var databaseURL: String? { written.text("database-url") }

    /// The file of the master key, if one is set.
    package static var masterKeyFile: String? { written.text("master-key-file") }

    /// Refuses to go on if the file of settings can't be read, or if a command's setting in it isn't text: it may name
    /// the folder.
    ///
    /// - Throws: Exit code 78.
    package static func requireReadable() throws(CosterFailure) {
        let written = Self.written
        let texts = Setting.all.filter { keys.contains($0.key) && !written.isText($0.key) }
        let invalid = texts.compactMap { ConfigurationCheck.invalid($0, written) }
        guard let finding = (written.findings + invalid).first else { return }
        throw CosterFailure(.configuration, finding.line)
    }

    /// The keys of the file that commands read.
    private static let keys: Set = ["data", "database-url", "master-key-file"]

    private static var written: WrittenSettings {
        WrittenSettings(environment: ProcessInfo.processInfo.environment)
    }
}
