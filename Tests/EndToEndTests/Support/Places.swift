import Foundation
import PaymentDomain

/// Where the tests find what they need.
enum Places {
    private static let sourceFile = URL(filePath: #filePath).resolvingSymlinksInPath()

    /// The repository's root.
    static let repository = sourceFile.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The reference material beside the repository; it is not part of it.
    static let shared = repository.deletingLastPathComponent().appending(path: "shared")

    /// Whether the genuine tokens are there.
    static var hasVectors: Bool { exists(vector("README.md")) }
    /// Whether Radial's documents are there.
    static var hasSeeds: Bool { exists(shared.appending(path: "seeds").path) }
    /// Whether schemas and the program that applies them are there.
    static var canValidate: Bool {
        exists(schema("public-2017/Checkout-Datatypes-1.0.xsd")) && exists(xmllint)
    }

    /// Whether Vantiv's schemas, and the program that applies them, are there.
    static var canValidateVantiv: Bool { exists(vantivSchema("12.34")) && exists(xmllint) }

    /// The schema of online requests of a Vantiv release.
    static func vantivSchema(_ release: String) -> String {
        let family = release.hasPrefix("12.") ? "cnp" : "litle"
        return shared.appending(path: "schemas/vantiv/\(release)/\(family)Online_v\(release).xsd")
            .path
    }

    /// The requests that were recorded from real clients of Vantiv.
    static let vantivRequests = shared.appending(path: "vectors/vantiv-requests").path

    /// The program that validates XML.
    static let xmllint = "/usr/bin/xmllint"

    /// One of the genuine tokens' files.
    static func vector(_ name: String) -> String {
        shared.appending(path: "vectors/apple-pay/\(name)").path
    }

    /// One of Radial's schemas.
    static func schema(_ name: String) -> String {
        shared.appending(path: "schemas/radial/\(name)").path
    }

    /// The program under test: it is built beside the tests.
    static let coster: String = {
        let running = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let beside = running.deletingLastPathComponent().appending(path: "coster").path
        if exists(beside) { return beside }
        // Where the toolchain runs the tests from a program of its own, they are in the default folder.
        return repository.appending(path: ".build/debug/coster").path
    }()

    /// The folder of the program under test, for a shell's path.
    static var folderOfCoster: String {
        URL(filePath: coster).deletingLastPathComponent().path
    }

    private static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }
}

/// A folder that goes when the test does.
struct TemporaryFolder: Sendable {
    let path: String

    /// Lends a fresh folder.
    static func lend<Value>(
        _ body: (TemporaryFolder) async throws -> Value
    ) async throws -> Value {
        let name = "coster-end-to-end-\(PaymentID().value)"
        let folder = TemporaryFolder(
            path: FileManager.default.temporaryDirectory.appending(path: name).path)
        try FileManager.default.createDirectory(
            atPath: folder.path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        defer { folder.remove() }
        return try await body(folder)
    }

    private func remove() {
        // What cannot be removed is a temporary file still, and no reason to fail a test.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file into it, and says where.
    func write(_ text: String, to name: String) throws -> String {
        let file = "\(path)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: file))
        return file
    }

    /// Every file in it and below, with its path inside.
    func files() throws -> [(name: String, bytes: Data)] {
        try FileManager.default.subpathsOfDirectory(atPath: path).sorted().compactMap { name in
            let url = URL(filePath: "\(path)/\(name)")
            guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
            else { return nil }
            return (name, try Data(contentsOf: url))
        }
    }
}
