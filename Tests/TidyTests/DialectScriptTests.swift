import Foundation
import Programs
import Testing

@Suite("make dialect", .timeLimit(.minutes(5)))
struct DialectScriptTests {
    /// The files that get a row, and a part of it.
    private static let rows = [
        ("Package.swift", #"name: "ScriptedTests""#),
        ("Package.swift", #"path: "Sources/Dialects/Scripted""#),
        ("Tests/TidyTests/ImportLaw.swift", #""Sources/Dialects/Scripted""#),
        ("docs/architecture.md", "| Scripted |"),
        ("Sources/CosterServer/Dialects.swift", "gateway.register(ScriptedDialect())"),
        ("Sources/CosterServer/Dialects.swift", "ScriptedClients()"),
        (
            "Tests/EndToEndTests/Conformance/DialectConformance.swift",
            "ConformingScripted(server: $0)"
        ),
    ]
    private static let listed = Set(rows.map(\.0))
    private static let refusals = "Sources/Dialects/NativeAPI/Resources/refusals.tsv"

    /// Runs the script on a copy of the files that it reads, as often as there are names; the exit codes, and what is in
    /// the copy then, by path.
    private func run(_ names: String...) throws -> (codes: [Int32], files: [String: String]) {
        let manager = FileManager.default
        let copy = manager.temporaryDirectory.appending(path: "coster-dialect-\(UUID())")
        defer { try? manager.removeItem(at: copy) }
        for path in Self.listed.union([Self.refusals]) {
            let place = copy.appending(path: path)
            try manager.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Repository.text(path).write(to: place, atomically: true, encoding: .utf8)
        }
        let script = Repository.root.appending(path: "scripts/dialect").path
        let codes = try names.map {
            try Program(script).run([$0, "--root", copy.path]).status
        }
        let found = try manager.subpathsOfDirectory(atPath: copy.path)
        let files = found.compactMap { path in
            manager.contents(atPath: copy.appending(path: path).path).map {
                (path, String(decoding: $0, as: UTF8.self))
            }
        }
        return (codes, Dictionary(files) { first, _ in first })
    }

    @Test("writes the protocol's files, and a row in each list")
    func written() throws {
        let (codes, files) = try run("scripted")
        #expect(codes == [0])
        for (path, row) in Self.rows {
            #expect(!Repository.text(path).contains(row))
            #expect(files[path]?.contains(row) == true, "\(path): \(row)")
        }
        for name in ["Clients", "Credential", "Dialect", "Problem"] {
            let text = try #require(files["Sources/Dialects/Scripted/Scripted\(name).swift"])
            #expect(
                text.contains("Scripted") && !text.contains("{Name}") && !text.contains("{name}"))
        }
        let refusals = try #require(files["Sources/Dialects/Scripted/Resources/refusals.tsv"])
        #expect(refusals.contains("\ncard-not-found\t") && refusals.contains("\nunauthorized\t"))
        #expect(!refusals.contains("\nfield-missing\t"))
        #expect(files["Tests/ScriptedTests/RequestTests.swift"] != nil)
        #expect(files["Tests/EndToEndTests/Conformance/ConformingScripted.swift"] != nil)
    }

    @Test(
        "changes nothing for a name that is there or can't be one",
        arguments: ["scripted", "Scripted", "a-b"])
    func refused(_ name: String) throws {
        let once = try run("scripted")
        let twice = try run("scripted", name)
        #expect(twice.codes.first == 0 && twice.codes.last != 0)
        #expect(twice.files == once.files)
    }
}
