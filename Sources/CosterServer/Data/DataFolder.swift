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
                "The data folder \(path) cannot be made. Choose another with --data, or make it yourself with mode 0700."
            )
        }
    }

    /// Refuses to go on if nothing has been set up, or if the database was lost.
    package func requireDatabase() throws(CosterFailure) {
        guard access(databaseFile, F_OK) == 0 else {
            guard errno != EACCES else {
                throw CosterFailure(
                    .configuration,
                    "The data folder \(path) is closed to this account. Run coster as the folder's owner."
                )
            }
            try requireNoInterruptedRestore()
            throw CosterFailure(
                .configuration,
                "There are no books in \(path). Check --data (COSTER_DATA). A server makes them at its first start; to try it out: coster serve --sandbox --data \(path)"
            )
        }
        try requireNoEmptyDatabase(mayBeNew: false)
    }
}
