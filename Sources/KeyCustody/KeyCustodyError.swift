/// Why the master key can't be read, written or received.
package enum KeyCustodyError: Error, Sendable, Hashable {
    /// The file isn't there, or this account may not read it.
    case fileUnreadable(String)
    /// The content of the file isn't 64 hex digits.
    case fileMalformed(String)
    /// Other accounts may read the file.
    case fileOpenToOthers(String)
    /// The file can't be created.
    case fileUnwritable(String)
    /// The disk didn't take the key.
    case diskFull(String)
    /// The environment variable has something else than 64 hex digits.
    case environmentMalformed
    /// The socket for shares can't be created.
    case socketUnavailable(String)
    /// The wait for shares was ended.
    case stopped

    /// What happened, and what to do next.
    ///
    /// None of them suggests a new key: it would open nothing of a database that has data.
    package var message: String {
        switch self {
        case .fileUnreadable(let path):
            "Coster can't read the master key file \(path). Check the path and its owner."
        case .fileMalformed(let path):
            "The master key file \(path) doesn't hold 64 hex digits. Put back the original file; another key can't open existing data."
        case .fileOpenToOthers(let path):
            "Other accounts can read the master key file \(path). Run: chmod 600 \(path)"
        case .fileUnwritable(let path):
            "Coster can't write the master key to \(path). Check that the folder exists and that you own it."
        case .diskFull(let path):
            "Coster can't write the master key to \(path). Check the free disk space."
        case .environmentMalformed:
            "\(MasterKeyEnvironment.variable) doesn't hold 64 hex digits. Set it to the original key; another key can't open existing data."
        case .socketUnavailable(let path):
            "Coster can't create the socket \(path) for shares of the master key. Check the folder's owner, and that the path has at most 100 characters."
        case .stopped: "The server was stopped before it had its master key."
        }
    }
}
