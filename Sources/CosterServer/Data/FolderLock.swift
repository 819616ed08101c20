#if canImport(Glibc)
    import Glibc
#endif

/// Holds a data folder for one process, by a file in it that the system locks.
///
/// The system lets go of it when the process ends, however it ends.
package final class FolderLock: Sendable {
    private let descriptor: Int32

    /// Locks the folder.
    ///
    /// - Parameters:
    ///   - name: The file's name, by the purpose of the lock.
    ///   - taken: The error for the second process.
    /// - Throws: Exit code 78 if the folder can't be written to.
    package init(
        _ folder: DataFolder, _ name: String, taken: @autoclosure () -> CosterFailure
    ) throws(CosterFailure) {
        descriptor = open("\(folder.path)/\(name)", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CosterFailure(
                .configuration,
                "The data folder \(folder.path) can't be written to. Check its owner and mode.")
        }
        // If this throws, the object's end closes the descriptor.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw taken() }
        let process = "\(getpid())\n"
        // Only a message names the holder: without its number it still locks.
        if ftruncate(descriptor, 0) == 0 { _ = write(descriptor, process, process.utf8.count) }
    }

    deinit { close(descriptor) }

    /// The process that holds the folder for a server, for a message: ` (PID 4711)`.
    private static func holder(_ folder: DataFolder) -> String {
        let path = "\(folder.path)/\(serverLock)"
        guard let bytes = try? Files.bytes(path, limit: Files.keyLimit),
            let process = Int32(String(decoding: bytes.dropLast(), as: UTF8.self))
        else { return "" }
        return " (PID \(process))"
    }

    private static let serverLock = "server.lock"

    /// Holds it for one server: a second one would take the first one's open authorizations for a crash's.
    package static func ofServer(_ folder: DataFolder) throws(CosterFailure) -> FolderLock {
        try FolderLock(
            folder, serverLock,
            taken: CosterFailure(
                .configuration,
                "Another Coster server\(holder(folder)) is using \(folder.path). Stop it, or use another --data."
            )
        )
    }
}
