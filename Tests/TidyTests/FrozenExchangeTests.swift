import Foundation
import Programs
import Testing

/// SHA-256 of each golden wire message by its path, as sha256sum(1) lists them.
private struct FrozenList {
    static let path = "Tests/GoldenExchanges/frozen.sha256"

    let hashes: [String: String]

    init(_ text: String) {
        var hashes: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2 else { continue }
            // A space or an asterisk before the name says how the file was read.
            hashes[String(parts[1].dropFirst())] = String(parts[0])
        }
        self.hashes = hashes
    }

    /// What the files differ in from this list, in the order of their paths.
    func differences(from files: FrozenList) -> [Finding] {
        Set(hashes.keys).union(files.hashes.keys).sorted().compactMap { path in
            let what: String
            switch (hashes[path], files.hashes[path]) {
            case (nil, _): what = "added"
            case (_, nil): what = "removed"
            case (let frozen, let found): what = frozen == found ? "" : "changed"
            }
            return what.isEmpty ? nil : Finding(path: path, line: 1, what: what)
        }
    }
}

@Suite("Golden wire messages are frozen", .timeLimit(.minutes(5)))
struct FrozenExchangeTests {
    @Test("a message that was changed, added or removed is in the list; `make freeze` renews it")
    func filesAreAsListed() throws {
        let script = Repository.root.appending(path: "scripts/freeze-exchanges").path
        let printed = try Program(script).run(["--print"])
        try #require(printed.status == 0)
        let files = FrozenList(String(decoding: printed.output, as: UTF8.self))
        let list = FrozenList(Repository.text(FrozenList.path))
        #expect(!list.hashes.isEmpty)
        let findings = list.differences(from: files)
        expectNone(
            findings.map {
                Finding(
                    path: $0.path, line: $0.line,
                    what: "\($0.what), but \(FrozenList.path) is not renewed; run `make freeze`")
            })
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let frozen: String
        let found: String
        let differences: [String]

        init(_ title: String, _ frozen: String, _ found: String, _ differences: String...) {
            testDescription = title
            self.frozen = frozen
            self.found = found
            self.differences = differences
        }
    }

    @Test(
        "each difference names its file",
        arguments: [
            Row("nothing differs", "1a  a\n2b  b\n", "2b  b\n1a  a\n"),
            Row("a hash differs", "1a  a\n2b  b\n", "1a  a\n3c  b\n", "b:1: changed"),
            Row("a file is new", "1a  a\n", "1a  a\n2b  b c\n", "b c:1: added"),
            Row("a file is gone", "1a  a\n2b  b\n", "2b  b\n", "a:1: removed"),
            Row("a file has another name", "1a  a\n", "1a  b\n", "a:1: removed", "b:1: added"),
        ])
    func differences(_ row: Row) {
        let found = FrozenList(row.frozen).differences(from: FrozenList(row.found))
        #expect(found.map(\.description) == row.differences)
    }
}
