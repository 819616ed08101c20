import StrictCoding
import CardVault
import Foundation
import PaymentDomain

/// The master key: 32 bytes as 64 hex digits in a file for its owner alone.
package enum MasterKeyFile {
    /// The most bytes of such a file that are looked at.
    private static let mostBytes = 1_024

    /// Reads the key.
    package static func read(_ path: String) throws(KeyCustodyError) -> MasterKey {
        guard let handle = FileHandle(forReadingAtPath: path),
            let data = try? handle.read(upToCount: mostBytes)
        else {
            throw .fileUnreadable(path)
        }
        try requirePrivate(handle, path)
        guard let key = key(hexDigits: String(decoding: data, as: UTF8.self)) else {
            throw .fileMalformed(path)
        }
        return key
    }

    /// A key from 64 hex digits, with spaces and line ends around them; nil if there are none.
    package static func key(hexDigits text: String) -> MasterKey? {
        let digits = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let bytes = Hex.decode(digits), bytes.count == VaultLimits.keyBytes
        else { return nil }
        return try? MasterKey(bytes: bytes)
    }

    /// Reads the sandbox's key, making it on the first start.
    package static func readOrCreate(_ path: String) throws(KeyCustodyError) -> MasterKey {
        if FileManager.default.fileExists(atPath: path) { return try read(path) }
        // If another process was quicker, its key stays.
        _ = try write(MasterKey.made(), to: path)
        return try read(path)
    }

    /// Writes a key to a new file with mode 0600, and waits until the disk has it and its name.
    ///
    /// - Returns: False if such a file already exists; it stays as it is.
    package static func write(_ key: MasterKey, to path: String) throws(KeyCustodyError) -> Bool {
        guard try publish(key, as: path) else { return false }
        // Another process may already use the key, so it stays even if this fails.
        try synchronizeFolder(of: path)
        return true
    }

    /// Gives a key its name when it is whole and on the disk, unless a file has that name: a killed process or a power
    /// cut leaves no part of a key that would keep one from being written, and no second file with it.
    ///
    /// Source: open(2), O_TMPFILE, and linkat(2): a file without a name is given one only if no other file has it.
    private static func publish(
        _ key: MasterKey, as path: String
    ) throws(KeyCustodyError) -> Bool {
        if access(path, F_OK) == 0 { return false }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let unnamed = open(folder, unnamedFile | O_WRONLY | O_CLOEXEC, 0o600)
        // Not every file system has files without a name, or a second name for a file.
        guard unnamed >= 0 else { return try writeInPlace(key, to: path) }
        let handle = FileHandle(fileDescriptor: unnamed, closeOnDealloc: true)
        // The descriptor is named below, when the handle itself is used no more.
        defer { withExtendedLifetime(handle) {} }
        try fill(handle, with: key, path)
        let proc = "/proc/self/fd/\(unnamed)"
        if linkat(AT_FDCWD, proc, AT_FDCWD, path, CInt(AT_SYMLINK_FOLLOW)) == 0 { return true }
        return errno == EEXIST ? false : try writeInPlace(key, to: path)
    }

    /// O_TMPFILE, a macro that Swift does not import.
    private static let unnamedFile = 0o20_000_000 | O_DIRECTORY

    /// Takes the name first.
    private static func writeInPlace(
        _ key: MasterKey, to path: String
    ) throws(KeyCustodyError) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST { return false }
            throw .fileUnwritable(path)
        }
        do {
            try fill(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true), with: key, path)
        } catch {
            // An incomplete file isn't a key, and would keep one from being written.
            unlink(path)
            throw error
        }
        return true
    }

    private static func fill(
        _ handle: FileHandle, with key: MasterKey, _ path: String
    ) throws(KeyCustodyError) {
        do {
            try handle.write(
                contentsOf: Data((key.withBytes { Hex.encode(Array($0)) } + "\n").utf8))
            try handle.synchronize()
        } catch {
            throw KeyCustodyError.diskFull(path)
        }
    }

    /// Waits until the disk has the names of the folder that a file lies in.
    private static func synchronizeFolder(of path: String) throws(KeyCustodyError) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .fileUnwritable(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .diskFull(path) }
    }

    /// Looks at the file that was opened: its path may be a link, whose own mode says nothing.
    private static func requirePrivate(
        _ handle: FileHandle, _ path: String
    ) throws(KeyCustodyError) {
        var status = stat()
        guard fstat(handle.fileDescriptor, &status) == 0, status.st_mode & 0o077 == 0 else {
            throw .fileOpenToOthers(path)
        }
    }
}
