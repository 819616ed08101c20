import KeyCustody
import CosterServer
import Foundation
import Merchants
import SandboxAcquirer
import PaymentStorage

/// A file that a command writes, in place of an existing one that could be lost.
struct OutputFile {
    /// The kinds of files that commands write. A command replaces files of these kinds alone: another file may be a key,
    /// even if no setting names it.
    enum Content: String {
        case backup, certificate
    }

    let path: String
    let content: Content
    /// The data folder that the command works on.
    let folder: DataFolder

    init(path: String, content: Content, beside folder: DataFolder) {
        self.path = path
        self.content = content
        self.folder = folder
    }

    /// Whether a file exists that can be replaced: one with such content or with none.
    ///
    /// A dangling link doesn't count: the file takes its place.
    ///
    /// - Throws: Exit code 65 if something else is there; also if the path is that of a file which a data folder needs,
    ///   whether or not the file exists.
    func isTaken() throws(CosterFailure) -> Bool {
        guard !places.contains(where: isOwned) else {
            throw refused("is a data folder's own file. Name another.")
        }
        switch DurableRename.identity(path)?.kind {
        case .regular?:
            guard try isReplaceable() else {
                throw refused(
                    "holds something else than a \(content.rawValue), which would be lost. Name another file."
                )
            }
            return true
        case .folder?: throw refused("is a folder. Name a file in it.")
        case .other?:
            throw refused("is no regular file, but a device, a pipe or a socket. Name another.")
        case nil: return false
        }
    }

    private func refused(_ why: String) -> CosterFailure {
        CosterFailure(.badInput, "\(path) \(why)")
    }

    /// The start of each SQLite database.
    ///
    /// Source: SQLite, Database File Format, 1.3.1.
    private static let databaseStart = Array("SQLite format 3\0".utf8)

    private func isReplaceable() throws(CosterFailure) -> Bool {
        // Whole, since a file called - would be taken for standard input.
        let whole = URL(fileURLWithPath: path).path
        let bytes = try Files.bytes(whole, limit: Files.keyLimit)
        guard !bytes.isEmpty else { return true }
        switch content {
        case .backup: return bytes.starts(with: Self.databaseStart)
        case .certificate:
            // A certificate may have its key behind it, as for TLS.
            let text = String(decoding: bytes, as: UTF8.self)
            guard !text.contains("PRIVATE KEY") else { return false }
            do {
                _ = try AppleCertificate(bytes)
                return true
            } catch {
                // A key, a request, or nothing of the kind.
                return false
            }
        }
    }

    /// The path of the file, and the target of an existing link; without links on the way.
    private var places: [String] {
        let url = URL(fileURLWithPath: path)
        let parent = DurableRename.resolved(url.deletingLastPathComponent().path)
        let place = parent.map { "\($0)/\(url.lastPathComponent)" }
        return [place, DurableRename.resolved(path)].compactMap { $0 }
    }

    /// Whether a place is one of a data folder's, or lies below one.
    private func isOwned(_ place: String) -> Bool {
        let parts = place.split(separator: "/").map(String.init)
        let ours = DurableRename.identity(folder.path)
        return parts.indices.contains { index in
            guard DataFolder.owns(parts[index]) else { return false }
            let parent = "/" + parts[..<index].joined(separator: "/")
            // Files of other folders may be called alike; this one is there wherever a server has worked.
            return DurableRename.identity(parent) == ours
                || DurableRename.isTaken("\(parent)/server.lock")
        }
    }
}

extension DataFolder {
    private static let ownNames: Set<String> = {
        let databaseFiles = [SQLPaymentStore.fileName, SandboxLedger.fileName].flatMap { name in
            ([""] + DatabaseSwap.companions).map { name + $0 }
        }
        return Set(databaseFiles).union([
            "master.key", "server.lock", "rotation.lock", "unseal.lock", UnsealSocket.fileName,
            "simulator",
        ])
    }()

    /// Whether a data folder has a use for a file of this name in it.
    fileprivate static func owns(_ name: String) -> Bool {
        ownNames.contains(name) || isBackground(name) || isStaging(name)
    }
}
