import Foundation

/// A folder of small secret files, each of which is written once, whole, and never replaced.
///
/// A file appears under its name by a hard link from a finished temporary one. The system creates a link only if no
/// file of that name exists, so that of two processes that start together one writes and both read the same, and a
/// crash leaves either no file or a whole one.
struct StoreFolder: Sendable {
    /// The path of the folder.
    let path: String

    /// Makes the folder, and those above it, readable by the owner alone; one that exists stays as
    /// it is.
    func prepare() throws(SimulatorError) {
        try failing(as: .storeUnwritable) {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
    }

    /// The bytes of a file, or nil if it doesn't exist.
    func read(_ name: String) throws(SimulatorError) -> [UInt8]? {
        let descriptor = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw .storeUnreadable }
            return nil
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = systemRead(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            guard count > 0 else {
                guard errno == EINTR else { throw .storeUnreadable }
                continue
            }
            bytes += chunk[..<count]
            guard bytes.count <= SimulatorLimits.storedFileBytes else { throw .storeDamaged }
        }
    }

    /// The bytes of a file; a missing file is created first, unless another process is faster.
    func obtain(
        _ name: String, make: () throws(SimulatorError) -> [UInt8]
    ) throws(SimulatorError) -> [UInt8] {
        if let bytes = try read(name) { return bytes }
        try publish(try make(), as: name)
        guard let bytes = try read(name) else { throw .storeUnreadable }
        return bytes
    }

    /// Gives the bytes a name, unless a file has it already.
    private func publish(_ bytes: [UInt8], as name: String) throws(SimulatorError) {
        let temporary = "\(path)/.new-\(hex(randomBytes(8)))"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .storeUnwritable }
        defer { unlink(temporary) }
        let isWritten = StoreFolder.write(bytes, to: descriptor) && fsync(descriptor) == 0
        let isClosed = close(descriptor) == 0
        guard isWritten, isClosed else { throw .storeUnwritable }
        guard link(temporary, "\(path)/\(name)") == 0 || errno == EEXIST else {
            throw .storeUnwritable
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

// The type's own `read` and `write` hide the system's inside it.
private let systemRead = read
private let systemWrite = write
