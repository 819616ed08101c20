import CardVault
import Crypto
import Foundation

/// The master key: 32 bytes as 64 hex digits in a file for its owner alone.
enum MasterKeyFile {
    /// Reads the key.
    static func read(_ path: String) throws(CosterFailure) -> MasterKey {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw CosterFailure(
                .configuration,
                "The master key file \(path) cannot be read. Check the path and its owner.")
        }
        try requirePrivate(path)
        let hex = Array(text.trimmingCharacters(in: .whitespacesAndNewlines).utf8)
        let bytes = stride(from: 0, to: hex.count - hex.count % 2, by: 2).compactMap {
            UInt8(String(decoding: hex[$0..<($0 + 2)], as: UTF8.self), radix: 16)
        }
        guard bytes.count * 2 == hex.count, let key = try? MasterKey(bytes: bytes) else {
            throw CosterFailure(
                .configuration,
                "The master key file \(path) does not hold 64 hex digits. Make one with: openssl rand -hex 32"
            )
        }
        return key
    }

    /// Reads the sandbox's key, making it on the first start.
    static func readOrCreate(_ path: String) throws(CosterFailure) -> MasterKey {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return try read(path) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let key = SymmetricKey(size: .bits256)
        let hex = key.withUnsafeBytes { bytes in
            bytes.map { byte in
                let text = String(byte, radix: 16)
                return text.utf8.count == 1 ? "0" + text : text
            }.joined()
        }
        do {
            try handle.write(contentsOf: Data((hex + "\n").utf8))
            try handle.synchronize()
        } catch {
            throw CosterFailure(
                .configuration, "The master key cannot be written to \(path). Is the disk full?")
        }
        return try read(path)
    }

    private static func requirePrivate(_ path: String) throws(CosterFailure) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0o777
        guard mode & 0o077 == 0 else {
            throw CosterFailure(
                .configuration,
                "The master key file \(path) can be read by others. Mend it with: chmod 600 \(path)"
            )
        }
    }
}
