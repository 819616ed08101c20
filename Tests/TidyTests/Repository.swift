import Foundation
import Programs
import Testing

/// A place where a rule is broken.
struct Finding: Sendable, CustomStringConvertible {
    let path: String
    let line: Int
    let what: String

    var description: String { "\(path):\(line): \(what)" }
}

/// Fails the test once for each finding, so that the output names every place.
func expectNone(_ findings: [Finding]) {
    for finding in findings { Issue.record("\(finding.description)") }
}

/// A Swift file of the house.
struct SwiftFile: Sendable {
    /// From the root of the repository.
    let path: String
    /// The lines as they stand.
    let lines: [String]
    /// The same lines without comments and the contents of strings.
    let code: [String]
    /// The contents of the strings.
    let texts: [SwiftCode.Text]

    init(path: String) {
        self.init(path: path, text: Repository.text(path))
    }

    init(path: String, text: String) {
        self.path = path
        lines = text.components(separatedBy: "\n")
        let read = SwiftCode(text)
        code = read.withoutCommentsAndStrings.components(separatedBy: "\n")
        texts = read.texts
    }
}

/// The repository that holds this file.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Every Swift file under Sources.
    static let sources = swiftFiles(under: "Sources")
    /// Every Swift file under Tests.
    static let tests = swiftFiles(under: "Tests")
    /// Every Swift file elsewhere that is built: the manifest, the benchmarks and the examples.
    static let others =
        swiftFiles(under: "Benchmarks") + swiftFiles(under: "examples")
        + [SwiftFile(path: "Package.swift")]

    /// The text of a file, or nothing where it is not UTF-8.
    static func text(_ path: String) -> String {
        let data = FileManager.default.contents(atPath: root.appending(path: path).path) ?? Data()
        return String(data: data, encoding: .utf8) ?? ""
    }

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }

    static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        let place = root.appending(path: path).path
        return FileManager.default.fileExists(atPath: place, isDirectory: &isFolder)
            && isFolder.boolValue
    }

    /// The names in a folder, hidden ones left out; none where there is no such folder.
    static func names(in folder: String) -> [String] {
        let place = root.appending(path: folder).path
        let all = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        return all.filter { !$0.hasPrefix(".") }.sorted()
    }

    /// The files in a folder and in the folders within it, in order.
    static func files(under folder: String) -> [String] {
        names(in: folder).flatMap { name in
            let path = folder.isEmpty ? name : "\(folder)/\(name)"
            return isFolder(path) ? files(under: path) : [path]
        }
    }

    /// The files that are, or would be, committed: what git tracks, or without git what lies about outside the
    /// folders that are never committed.
    static let tracked: [String] = {
        if let listed = gitFiles(), !listed.isEmpty { return listed }
        let generated: Set = ["coster-data", "Package.resolved"]
        let roots = names(in: "").filter { !generated.contains($0) }
        return roots.flatMap { isFolder($0) ? files(under: $0) : [$0] }
    }()

    private static func swiftFiles(under folder: String) -> [SwiftFile] {
        files(under: folder).filter { $0.hasSuffix(".swift") }.map(SwiftFile.init)
    }

    private static func gitFiles() -> [String]? {
        // Without git the files are found by walking.
        guard let git = try? Program("git").run(["-C", root.path, "ls-files", "-z"]),
            git.status == 0
        else { return nil }
        let listed = String(decoding: git.output, as: UTF8.self).split(separator: "\0")
            .map(String.init)
        // A file that is deleted and not committed yet is still listed.
        return listed.filter(exists)
    }
}
