import Foundation

/// What every command takes from the environment (`COSTER_…`), and from the file that `COSTER_CONFIG` names, where its
/// flags do not say otherwise: so it works on the folder, and with the key, of the server beside it.
///
/// `serve` and `doctor` read the same settings by themselves, with more of them and a flag for the file.
enum CommandSettings {
    /// The data folder.
    static var data: String { written.dataFolder ?? WrittenSettings.usualDataFolder }

    /// Where the books are in place of the data folder, where one is set.
    static var databaseURL: String? { written.text("database-url") }

    /// The file of the master key, where one is set.
    static var masterKeyFile: String? { written.text("master-key-file") }

    /// Refuses to go on where the file of settings cannot be read, or where what a command takes from it is no text: which
    /// folder is meant may be in it.
    ///
    /// - Throws: Exit code 78.
    static func requireReadable() throws(CosterFailure) {
        let written = Self.written
        let texts = Setting.all.filter { keys.contains($0.key) && !written.isText($0.key) }
        let invalid = texts.compactMap { ConfigurationCheck.invalid($0, written) }
        guard let finding = (written.findings + invalid).first else { return }
        throw CosterFailure(.configuration, finding.line)
    }

    /// What commands take from the file.
    private static let keys: Set = ["data", "database-url", "master-key-file"]

    private static var written: WrittenSettings {
        WrittenSettings(environment: ProcessInfo.processInfo.environment)
    }
}
