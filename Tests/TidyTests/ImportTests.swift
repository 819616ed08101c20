import Testing

/// One `import` of a file.
private struct Import {
    let module: String
    let attributes: String
    let line: Int

    /// Understands attributes (`@testable`, `@_spi(…)`, `@preconcurrency`), an access level before `import`, and a
    /// kind after it.
    static func all(in file: SwiftFile) -> [Import] {
        file.code.enumerated().compactMap { number, line in
            guard line.contains("import"), let found = line.firstMatch(of: pattern) else {
                return nil
            }
            return Import(
                module: String(found.module), attributes: String(found.attributes),
                line: number + 1)
        }
    }

    // A computed property: a Regex is not Sendable.
    private static var pattern: Regex<(Substring, attributes: Substring, module: Substring)> {
        /^\s*(?<attributes>(?:@\w+(?:\([^)]*\))?\s+)*)(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias|actor)\s+)?(?<module>\w+)/
    }
}

@Suite("Arrows between the parts run one way", .timeLimit(.minutes(5)))
struct ImportTests {
    private static let ourModules = Set(importLaws.map(\.module))

    @Test("each file imports only what the law allows its target")
    func obeysTheLaw() {
        var findings: [Finding] = []
        for law in importLaws {
            for file in Repository.sources where file.path.hasPrefix(law.folder + "/") {
                for found in Import.all(in: file) where !allows(law, found.module) {
                    findings.append(
                        Finding(
                            path: file.path, line: found.line,
                            what: "\(law.module) may not import \(found.module)"))
                }
            }
        }
        expectNone(findings)
    }

    private func allows(_ law: ImportLaw, _ module: String) -> Bool {
        if Self.ourModules.contains(module) { return law.ours.contains(module) }
        return law.others?.contains(module) ?? true
    }

    @Test("each target's folder has a row in the law, and each row a folder")
    func lawIsComplete() {
        let folders = Repository.names(in: "Sources").flatMap { name in
            groups.contains(name)
                ? Repository.names(in: "Sources/\(name)").map { "Sources/\(name)/\($0)" }
                : ["Sources/\(name)"]
        }
        #expect(Set(folders) == Set(importLaws.map(\.folder)))
        #expect(Set(importLaws.map(\.folder)).count == importLaws.count)
    }

    @Test("the law itself has no circle")
    func hasNoCircle() {
        var settled: Set<String> = []
        for _ in importLaws {
            for law in importLaws where law.ours.isSubset(of: settled) {
                settled.insert(law.module)
            }
        }
        #expect(settled == Self.ourModules)
    }

    @Test("card data leaves its types in the listed files alone")
    func cardDataIsListed() {
        let importers = Repository.sources.filter { file in
            Import.all(in: file).contains { $0.attributes.contains("CardData") }
        }
        #expect(Set(importers.map(\.path)) == Set(cardDataImporters.keys))
    }

    @Test("only the listed files let card data out of its types")
    func cardDataDeclarationsAreListed() {
        let declarers = Repository.sources.filter { file in
            file.code.contains { $0.contains("@_spi(CardData)") && !$0.contains("import ") }
        }
        #expect(Set(declarers.map(\.path)) == cardDataDeclarers)
    }

    @Test("no source file is built with the inside of another module open")
    func nothingTestable() {
        let findings = Repository.sources.flatMap { file in
            Import.all(in: file).filter { $0.attributes.contains("@testable") }
                .map { Finding(path: file.path, line: $0.line, what: "@testable in Sources") }
        }
        expectNone(findings)
    }

    @Test(
        "every form of import is understood",
        arguments: [
            ("import A", "A"), ("@testable import A", "A"), ("@_spi(B) import A", "A"),
            ("public import A", "A"), ("@preconcurrency @_spi(B) internal import A", "A"),
            ("import struct A.B", "A"), ("  import A.B", "A"), ("@_exported import A", "A"),
        ])
    func understandsForms(line: String, module: String) {
        let found = Import.all(in: SwiftFile(path: "given", text: line))
        #expect(found.map(\.module) == [module])
    }
}
