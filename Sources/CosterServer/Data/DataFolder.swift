import Foundation
import PaymentStorage

/// The folder of a server's durable files: database, keys, and in the sandbox the simulator.
///
/// It is created with mode 0700; every file in it is readable only by its owner.
package struct DataFolder: Sendable {
    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    package var databaseFile: String { path + "/" + SQLPaymentStore.fileName }
    package var masterKey: String { path + "/master.key" }

    /// Creates the folder if it is missing.
    package func create() throws(CosterFailure) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw CosterFailure(
                .configuration,
                "The data folder \(path) can't be created. Choose another with --data, or create it with mode 0700."
            )
        }
    }

    /// Refuses a folder that doesn't exist: its name may be mistyped, and only a server makes one.
    ///
    /// - Parameter hasSimulator: Whether the command needs a sandbox's folder; without that it may be the first command
    ///   of a new installation.
    package func requireFolder(hasSimulator: Bool = false) throws(CosterFailure) {
        guard access(path, F_OK) != 0, errno == ENOENT else { return }
        let way =
            hasSimulator
            ? "start a server: coster serve --sandbox --data \(path)"
            : "create the folder: mkdir -m 700 \(path)"
        throw CosterFailure(
            .configuration,
            "There is no data folder \(path). Check --data (COSTER_DATA), or \(way)"
        )
    }

    /// Refuses to go on if nothing has been set up, or if the database was lost.
    package func requireDatabase() throws(CosterFailure) {
        guard access(databaseFile, F_OK) == 0 else {
            guard errno != EACCES else {
                throw CosterFailure(
                    .configuration,
                    "This account can't read the data folder \(path). Run coster as the folder's owner."
                )
            }
            try requireNoInterruptedRestore()
            throw CosterFailure(
                .configuration,
                "There is no database in \(path). Check --data (COSTER_DATA), or start a server: coster serve --sandbox --data \(path)"
            )
        }
        try requireNoEmptyDatabase(mayBeNew: false)
    }
}
