/// The failures that a database's commits survive.
///
/// Either way a process that is killed loses nothing that was committed, and a file is never left half written.
public enum SyncMode: Sendable {
    /// The power too: each commit waits for the disk.
    case powerCut
    /// A crash of the process alone; a power cut may lose the last commits, newest first.
    ///
    /// Only for databases that no money of ours depends on.
    case processCrash

    /// SQLite's word for it.
    ///
    /// Source: SQLite, "PRAGMA synchronous": in WAL mode NORMAL may lose commits when the power
    /// fails, FULL does not.
    var synchronous: Int {
        switch self {
        case .powerCut: 2
        case .processCrash: 1
        }
    }
}
