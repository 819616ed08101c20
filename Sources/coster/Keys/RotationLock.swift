#if canImport(Glibc)
    import Glibc
#endif

/// Holds a data folder for one rotation of keys; the system lets go of it when the process ends.
final class RotationLock: Sendable {
    private let descriptor: Int32

    init(_ folder: DataFolder) throws(CosterFailure) {
        descriptor = open(
            folder.path + "/rotation.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CosterFailure(
                .configuration,
                "The data folder \(folder.path) cannot be written to. Check its owner and mode.")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw CosterFailure(
                .doesNotHold,
                "Another rotation is at work on \(folder.path). Let it end; its progress is in coster keys inventory."
            )
        }
    }

    deinit { close(descriptor) }
}
