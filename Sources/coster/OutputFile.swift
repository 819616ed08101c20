import Foundation
import SandboxAcquirer
import Storage

/// A file that a command is told to make, where another may be, which would be lost.
struct OutputFile {
    let path: String
    /// The data folder that the command works on.
    let folder: DataFolder

    init(path: String, beside folder: DataFolder) {
        self.path = path
        self.folder = folder
    }

    /// Whether a regular file is there, which can be replaced.
    ///
    /// - Throws: Exit code 65 where something else is there; also where the place is that of a file which a data folder
    ///   or a master key needs, whether or not the file is there.
    func isTaken() throws(CosterFailure) -> Bool {
        let there = FileNames.identity(path)
        let keys = [CommandSettings.masterKeyFile, folder.masterKey].compactMap { $0 }
        if let there, keys.contains(where: { FileNames.identity($0) == there }) {
            throw refused("holds the master key. Name another file.")
        }
        guard !places.contains(where: isOwned) else {
            throw refused("is a data folder's own file. Name another.")
        }
        switch there?.kind {
        case .regular?: return true
        case .folder?: throw refused("is a folder. Name a file in it.")
        case .other?:
            throw refused("is no regular file, but a device, a pipe or a socket. Name another.")
        case nil:
            guard FileNames.isTaken(path) else { return false }
            throw refused("is a link that leads nowhere. Name another file.")
        }
    }

    private func refused(_ why: String) -> CosterFailure {
        CosterFailure(.badInput, "\(path) \(why)")
    }

    /// Where the file would be, and where a link leads that is there; without links on the way.
    private var places: [String] {
        let url = URL(fileURLWithPath: path)
        let parent = FileNames.resolved(url.deletingLastPathComponent().path)
        let place = parent.map { "\($0)/\(url.lastPathComponent)" }
        return [place, FileNames.resolved(path)].compactMap { $0 }
    }

    /// Whether a place is one of a data folder's, or lies below one.
    private func isOwned(_ place: String) -> Bool {
        let parts = place.split(separator: "/").map(String.init)
        let ours = FileNames.identity(folder.path)
        return parts.indices.contains { index in
            let parent = DataFolder("/" + parts[..<index].joined(separator: "/"))
            return parent.owns(
                parts[index], isDataFolder: FileNames.identity(parent.path) == ours)
        }
    }
}

extension DataFolder {
    /// Names of files that have no other use; one of them marks a data folder.
    private static let marks: Set<String> = {
        let sandbox = ([""] + BooksReplacement.companions).map { SandboxBooks.fileName + $0 }
        let books = BooksReplacement.companions.map { DatabaseStore.fileName + $0 }
        return Set(sandbox + books).union([
            "master.key", "server.lock", "rotation.lock", "unseal.lock", UnsealSocket.fileName,
        ])
    }()

    /// Whether a name in this folder belongs to a data folder.
    ///
    /// - Parameter isDataFolder: Whether this is known to be one; else its files tell, for a backup may be called as
    ///   the books are.
    fileprivate func owns(_ name: String, isDataFolder: Bool) -> Bool {
        if Self.marks.contains(name) || Self.isAside(name) { return true }
        guard name == DatabaseStore.fileName || name == "simulator" || Self.isStaging(name)
        else { return false }
        return isDataFolder || Self.marks.contains { FileNames.isTaken("\(path)/\($0)") }
    }
}
