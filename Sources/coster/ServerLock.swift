#if canImport(Glibc)
    import Glibc
#endif

/// Holds a data folder for one server: a second one would take the first one's open authorizations for a crash's.
///
/// The system lets go of it when the process ends, however it ends.
final class ServerLock: Sendable {
    private let descriptor: Int32

    init(_ folder: DataFolder) throws(CosterFailure) {
        let path = folder.path + "/server.lock"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CosterFailure(
                .configuration,
                "The data folder \(folder.path) cannot be written to. Check its owner and mode.")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw CosterFailure(
                .configuration,
                "Another server works on \(folder.path). Stop it, or give this one its own --data.")
        }
    }

    deinit { close(descriptor) }
}
