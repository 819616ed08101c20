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

    /// Refuses to go on where the file of settings cannot be read: which folder is meant may be in it.
    ///
    /// - Throws: Exit code 78.
    static func requireReadable() throws(CosterFailure) {
        guard let finding = written.findings.first else { return }
        throw CosterFailure(.configuration, finding.line)
    }

    private static var written: WrittenSettings {
        WrittenSettings(environment: ProcessInfo.processInfo.environment)
    }
}
