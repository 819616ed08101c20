import Foundation
import Programs

/// The openssl program, as a second opinion and as a maker of PKCS#12 files.
enum OpenSSL {
    private static let path = "/usr/bin/openssl"

    /// Whether it is there.
    static var isPresent: Bool { FileManager.default.isExecutableFile(atPath: path) }

    /// Whether it can write what Keychain writes.
    static let knowsOldCiphers: Bool = {
        let arguments = ["list", "-providers", "-provider", "legacy"]
        // Without openssl there is nothing to write either.
        guard isPresent, let result = try? run(arguments, files: [:]) else { return false }
        return result.status == 0
    }()

    /// Runs it in a folder of its own with some files in it.
    ///
    /// - Returns: How it ended, what it said, and the file `out`, where it wrote one.
    static func run(
        _ arguments: [String], files: [String: [UInt8]]
    ) throws -> (status: Int32, said: String, out: [UInt8]) {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "certificates-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Best effort: it is temporary.
        defer { _ = try? FileManager.default.removeItem(at: folder) }
        for (name, bytes) in files { try Data(bytes).write(to: folder.appending(path: name)) }
        let ending = try Program(path).run(arguments, in: folder.path)
        let out = FileManager.default.contents(atPath: folder.appending(path: "out").path)
        return (
            ending.status, String(decoding: ending.complaints, as: UTF8.self), Array(out ?? Data())
        )
    }

    /// A PKCS#12 file, with the options that decide what is in it.
    static func pkcs12(
        _ options: [String], key: [UInt8], certificates: [[UInt8]], others: [[UInt8]] = []
    ) throws -> [UInt8] {
        let input = pemText(key, "PRIVATE KEY") + certificates.map { pemText($0) }.joined()
        let more = others.map { pemText($0) }.joined()
        let result = try run(
            ["pkcs12", "-export", "-in", "in", "-out", "out", "-passout", "pass:secret"]
                + options, files: ["in": Array(input.utf8), "more": Array(more.utf8)])
        guard result.status == 0 else { throw CocoaError(.executableLoad) }
        return result.out
    }
}
