/// What a book's commits outlive.
///
/// Either way a process that is killed loses nothing that was committed, and a file is never left
/// half written.
public enum BookDurability: Sendable {
    /// The power too: each commit waits for the disk.
    case powerCut
    /// A crash of the process alone; a power cut may take the last commits, newest first.
    ///
    /// Only for books that no money of ours depends on.
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
