import ApplePayToken
import Foundation
import X509

/// Reads small files of the command line.
package enum Files {
    /// The largest key or certificate file, in bytes.
    package static let keyLimit = 1 << 16

    /// The bytes of a file, or of standard input for `-`, up to a limit; what is longer is cut there, so that the
    /// reader of the bytes refuses it.
    package static func bytes(_ path: String, limit: Int) throws(CosterFailure) -> [UInt8] {
        do {
            let handle =
                path == "-"
                ? FileHandle.standardInput
                : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            var collected: [UInt8] = []
            while collected.count < limit,
                let part = try handle.read(upToCount: limit - collected.count), !part.isEmpty
            {
                collected += part
            }
            return collected
        } catch {
            throw CosterFailure(
                .badInput,
                "The file \(path) can't be read. Check the path and the file's permissions.")
        }
    }

    /// The first line of a file, without its end: a password.
    package static func password(_ path: String) throws(CosterFailure) -> [UInt8] {
        Array(try text(path).prefix { $0 != 0x0A && $0 != 0x0D })
    }

    /// A file's text in UTF-8, without a byte order mark.
    package static func text(_ path: String) throws(CosterFailure) -> [UInt8] {
        var file = try bytes(path, limit: keyLimit)
        if file.starts(with: [0xFF, 0xFE]) || file.starts(with: [0xFE, 0xFF]) {
            // Editors and shells of Windows write UTF-16, whose mark says the order of its bytes.
            file = String(data: Data(file), encoding: .utf16).map { Array($0.utf8) } ?? file
        }
        if file.starts(with: [0xEF, 0xBB, 0xBF]) { file.removeFirst(3) }
        return file
    }

    /// The certificates of a PEM file.
    package static func certificates(_ path: String) throws(CosterFailure) -> [Certificate] {
        let text = String(decoding: try bytes(path, limit: keyLimit), as: UTF8.self)
        do {
            return try AppleRoots.certificates(pem: text)
        } catch {
            throw CosterFailure(
                .badInput, "The file \(path) has no certificate in PEM. Give another file.")
        }
    }
}
