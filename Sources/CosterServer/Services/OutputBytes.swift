#if canImport(Glibc)
    import Glibc
#endif

/// Bytes for a descriptor that may take them in parts: a pipe, a full disk, a terminal.
enum OutputBytes {
    /// How long a write waits for a reader of a descriptor that does not block, in milliseconds.
    private static let patience: Int32 = 1_000

    /// Writes all of it. An error that a repetition doesn't resolve loses the rest, as does a reader that takes
    /// nothing.
    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        bytes.withUnsafeBytes { all in
            var left = all[...]
            while !left.isEmpty {
                let count = Glibc.write(
                    descriptor, UnsafeRawBufferPointer(rebasing: left).baseAddress, left.count)
                if count > 0 {
                    left = left.dropFirst(count)
                } else if count < 0, errno == EAGAIN {
                    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    guard poll(&wait, 1, patience) > 0 else { return }
                } else if count == 0 || errno != EINTR {
                    return
                }
            }
        }
    }
}
