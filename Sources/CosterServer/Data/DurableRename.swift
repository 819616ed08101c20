import Foundation

/// Gives files other names, durably.
package enum DurableRename {
    /// The identity of the file at a path, whatever its name; nil if there isn't one.
    package struct Identity: Equatable {
        package let device: UInt64
        package let number: UInt64
        package let kind: Kind
    }

    /// The kind of a file.
    package enum Kind: Sendable {
        case regular, folder
        /// A device, a pipe, a socket: no bytes that stay.
        case other
    }

    package static func identity(_ path: String) -> Identity? {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        return Identity(
            device: UInt64(facts.st_dev), number: UInt64(facts.st_ino),
            kind: kind(facts.st_mode & S_IFMT))
    }

    private static func kind(_ format: mode_t) -> Kind {
        switch format {
        case S_IFREG: .regular
        case S_IFDIR: .folder
        default: .other
        }
    }

    /// Whether a name is there, also that of a link which leads nowhere.
    package static func isTaken(_ path: String) -> Bool {
        var facts = stat()
        return lstat(path, &facts) == 0
    }

    /// Whether a file is there and has nothing in it.
    package static func isEmpty(_ path: String) -> Bool {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return false }
        return facts.st_mode & S_IFMT == S_IFREG && facts.st_size == 0
    }

    /// The path of a file with no link in it; nil if there is no such file.
    package static func resolved(_ path: String) -> String? {
        guard let name = realpath(path, nil) else { return nil }
        defer { free(name) }
        return String(cString: name)
    }

    /// Renames a file, replacing one with that name, and waits until the disk has it.
    package static func move(_ path: String, to other: String) throws(CosterFailure) {
        guard rename(path, other) == 0 else { throw cannot(other) }
        try synchronizeFolder(of: other)
    }

    /// Gives a file a second name, which nothing may have yet; the first one stays.
    package static func keep(_ path: String, as other: String) throws(CosterFailure) {
        guard link(path, other) == 0 else { throw cannot(other) }
    }

    /// Removes a name, if it exists.
    package static func remove(_ path: String) throws(CosterFailure) {
        guard unlink(path) == 0 || errno == ENOENT else { throw cannot(path) }
    }

    /// Waits until the disk has the names of the folder that a file lies in.
    static func synchronizeFolder(of path: String) throws(CosterFailure) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw cannot(folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw cannot(folder) }
    }

    private static func cannot(_ path: String) -> CosterFailure {
        CosterFailure(
            .configuration, "\(path) can't be written. Check the folder's owner and free space.")
    }
}
