import StrictCoding

/// The settings of every command, from the environment (`COSTER_…`) and from the file that `COSTER_CONFIG` names,
/// unless its flags say otherwise: so it works on the folder, and with the key, of the server beside it.
///
/// `serve` and `doctor` read the same settings by themselves, with a flag for the file.
package enum CommandSettings {
    /// The data folder.
    package static var data: String { settings.dataFolder }

    /// The URL of the database in place of the data folder, if one is set.
    package static var databaseURL: String? { settings.databaseURL }

    /// The file of the master key, if one is set.
    package static var masterKeyFile: String? { settings.masterKeyFile }

    /// The networks beside the Internet that events may be sent to.
    package static var webhookNetworks: [IPNetwork] { settings.webhookNetworks ?? [] }

    /// Refuses to go on if the file of settings can't be read, or if a command's setting is invalid: it may name the
    /// folder.
    ///
    /// - Throws: Exit code 78.
    package static func requireReadable() throws(CosterFailure) {
        let invalid = settings.invalid.filter { keys.contains($0.subject) }
        guard let finding = settings.file?.problem ?? invalid.first else { return }
        throw CosterFailure(.configuration, finding.line)
    }

    /// Read once: the default of each option asks for it.
    private static let settings = Settings()

    /// The settings that commands read.
    private static let keys: Set = ["data", "database-url", "master-key-file", "webhook-allow"]
}
