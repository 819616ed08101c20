import CosterServer
import Foundation
import PaymentDomain
import PaymentStorage

#if canImport(Glibc)
    import Glibc
#endif

/// The files of a data folder, as far as the system shows without opening them.
struct FolderFacts: Sendable {
    /// The folder's path.
    let path: String
    /// The folder itself.
    var folder: FileFacts
    /// Its files, without links.
    var files: [FileFacts] = []
    /// Whether the account that asks may write to it.
    var isWritable = true
    /// Whether it may look at what is in it.
    var isReadable = true
    /// The room on its disk, if the system gives it.
    var space: DoctorEnvironment.Space?

    /// Whether a file of this name is in it.
    func has(_ name: String) -> Bool { files.contains { $0.name == name && !$0.isFolder } }

    /// Reads a folder; nil if there isn't one.
    static func gather(_ path: String, _ surroundings: DoctorEnvironment) -> FolderFacts? {
        guard let folder = FileFacts.of(path, name: path, followsLinks: true), folder.isFolder
        else { return nil }
        var files: [FileFacts] = []
        let names = FileManager.default.enumerator(atPath: path)
        while files.count < DoctorLimits.files, let name = names?.nextObject() as? String {
            if let file = FileFacts.of("\(path)/\(name)", name: name) { files.append(file) }
        }
        return FolderFacts(
            path: path, folder: folder, files: files.sorted { $0.name < $1.name },
            isWritable: access(path, W_OK | X_OK) == 0,
            isReadable: access(path, R_OK | X_OK) == 0, space: surroundings.space(path))
    }
}

/// Checks a data folder.
enum FolderCheck {
    /// - Parameters:
    ///   - masterKey: The path of the master key's file, which another check reports on.
    ///   - holdsBooks: Whether the database should be here.
    static func findings(
        _ facts: FolderFacts, masterKey: String?, account: UInt32, holdsDatabase: Bool = true
    ) -> [Finding] {
        var findings: [Finding] = []
        let isOurs = facts.folder.owner == account
        if !isOurs { findings.append(Finding(.folderNotOurs, facts.path)) }
        if OpenToOthers.isWritable(facts.folder) {
            findings.append(Finding(.folderWritable, facts.path))
        } else if facts.folder.isOpenToOthers {
            findings.append(Finding(.folderOpen, facts.path))
        }
        if isOurs, !facts.isWritable { findings.append(Finding(.folderNotWritable, facts.path)) }
        let others = facts.files.filter { "\(facts.path)/\($0.name)" != masterKey }
        findings += named(others.filter(\.isOpenToOthers), .fileOpen)
        if isOurs { findings += named(facts.files.filter { $0.owner != account }, .fileNotOurs) }
        if let space = facts.space, isLittle(space) {
            let megabytes = space.free / 1_000_000
            findings.append(Finding(.diskNearlyFull, "\(facts.path), \(megabytes) MB free"))
        }
        // Of a closed folder nobody can say what is missing in it.
        guard holdsDatabase, facts.isReadable else { return findings }
        if !facts.has(booksName) {
            findings.append(Finding(.databaseMissing, facts.path))
        } else if facts.has(booksName + "-wal"), !facts.has(booksName + "-shm") {
            findings.append(Finding(.databaseLogUnread, "\(booksName)-wal"))
        }
        return findings
    }

    /// The name of the database file in the folder.
    static let booksName = SQLPaymentStore.fileName

    /// The first few, and how many more there are.
    private static func named(_ files: [FileFacts], _ condition: FindingKind) -> [Finding] {
        let limit = DoctorLimits.namedFiles
        var findings = files.prefix(limit).map { Finding(condition, $0.name) }
        if files.count > limit {
            findings.append(Finding(condition, (files.count - limit).counted("more file")))
        }
        return findings
    }

    /// Whether a disk should be looked after before it is full.
    private static func isLittle(_ space: DoctorEnvironment.Space) -> Bool {
        space.free < DoctorLimits.littleSpace
            || space.free < space.total / 100 * DoctorLimits.littleSpaceHundredths
    }
}
