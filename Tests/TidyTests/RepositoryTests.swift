import Foundation
import Testing

@Suite("The repository holds what belongs to the house, and nothing else", .timeLimit(.minutes(5)))
struct RepositoryTests {
    /// Where machines keep their people's files. In pieces, so that this file has none of them.
    private static let machinePaths = ["root", "work", "home", "Users"].map { "/" + $0 + "/" }

    @Test("no file names a path of the machine that it was written on")
    func noMachinePaths() {
        expectNone(findings { line in Self.machinePaths.first { line.contains($0) } })
    }

    /// What a file says about how it was written, and not about what it does.
    private static let makers = [
        ["chat", "gpt"], ["claude", " code"], ["anth", "ropic"], ["open", "ai"], ["co", "pilot"],
        ["sub", "agent"], ["language ", "model"], ["as an ", "ai"], ["scratch", "pad"],
    ].map { $0.joined() }

    @Test("no file says how it was written")
    func noMakers() {
        expectNone(
            findings { line in
                let lower = line.lowercased()
                return Self.makers.first { lower.contains($0) }
            })
    }

    private func findings(_ matches: (String) -> String?) -> [Finding] {
        Repository.tracked.flatMap { path in
            Repository.text(path).components(separatedBy: "\n").enumerated().compactMap {
                number, line in
                matches(line).map { Finding(path: path, line: number + 1, what: "names \($0)") }
            }
        }
    }

    @Test("nothing generated and no data is committed")
    func nothingGenerated() {
        let endings = [".sqlite", ".sqlite-wal", ".sqlite-shm", ".db", ".log", ".o", ".DS_Store"]
        let findings = Repository.tracked.filter { path in
            let parts = path.split(separator: "/")
            return parts.contains { $0.hasPrefix(".build") || $0 == "coster-data" }
                || parts.last == "Package.resolved" || endings.contains { path.hasSuffix($0) }
        }
        expectNone(findings.map { Finding(path: $0, line: 1, what: "generated") })
    }

    @Test("no private key is committed")
    func noPrivateKeys() {
        let mark = ["-----BEGIN", "PRIVATE KEY-----"]
        expectNone(
            findings { line in
                line.hasPrefix(mark[0]) && line.contains(mark[1]) ? "a private key" : nil
            }.filter { !$0.path.hasPrefix("Tests/") })
    }

    @Test("there are no reports, notes or summaries of work")
    func noReports() {
        let names =
            /(?i)^(?:.*[_-])?(?:session|status|progress|handover|worklog|todo|summary|notes?|report)(?:[_-].*)?\.(?:md|txt)$/
        let found = Repository.tracked.filter { path in
            let name = String(path.split(separator: "/").last ?? "")
            return name.wholeMatch(of: names) != nil
        }
        expectNone(found.map { Finding(path: $0, line: 1, what: "not a part of the house") })
    }

    @Test("the change log says what changed")
    func changeLogHasContent() {
        let entries = Repository.text("CHANGELOG.md").components(separatedBy: "\n")
            .filter { $0.hasPrefix("- ") }
        #expect(!entries.isEmpty)
    }
}

@Suite("A guide names only what exists", .timeLimit(.minutes(5)))
struct GuideTests {
    private static let guides = Repository.tracked.filter { $0.hasSuffix(".md") }

    @Test("every link to a file of the repository leads to it")
    func linksLead() {
        var findings: [Finding] = []
        for guide in Self.guides {
            for (line, link) in links(in: guide) where !leads(link, from: guide) {
                findings.append(Finding(path: guide, line: line, what: "leads nowhere: \(link)"))
            }
        }
        expectNone(findings)
    }

    @Test("every target of make in a guide is in the Makefile")
    func targetsExist() {
        let targets = Set(
            Repository.text("Makefile").matches(of: /(?:^|\n)([a-z-]+):/).map(\.1))
        #expect(targets.count > 10)
        let findings = Self.guides.flatMap { guide in
            Repository.text(guide).matches(of: /(?:`|\n)make ([a-z-]+)/)
                .filter { !targets.contains($0.1) }
                .map { Finding(path: guide, line: 1, what: "no such target: make \($0.1)") }
        }
        expectNone(findings)
    }

    @Test("every path in a guide is a path of the repository")
    func pathsExist() {
        var findings: [Finding] = []
        for guide in Self.guides {
            let lines = Repository.text(guide).components(separatedBy: "\n")
            for (number, line) in lines.enumerated() {
                let paths = line.matches(
                    of: /`(?<path>(?:Sources|Tests|docs|scripts|Benchmarks|examples)\/[\w.+\/-]+)`/)
                for found in paths where !Repository.exists(String(found.path)) {
                    findings.append(
                        Finding(path: guide, line: number + 1, what: "no such path: \(found.path)"))
                }
            }
        }
        expectNone(findings)
    }

    private func links(in guide: String) -> [(line: Int, link: String)] {
        Repository.text(guide).components(separatedBy: "\n").enumerated().flatMap { number, line in
            let inline = line.matches(of: /\]\((?<link>[^)\s]+)[^)]*\)/).map { $0.link }
            let references = line.matches(of: /^\[[^\]]+\]:\s*(?<link>\S+)/).map { $0.link }
            return (inline + references).map { (number + 1, String($0)) }
        }
    }

    private func leads(_ link: String, from guide: String) -> Bool {
        guard link.firstMatch(of: /^[a-z]+:/) == nil else { return true }
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let folder = Repository.root.appending(path: guide).deletingLastPathComponent()
        let target =
            parts[0].isEmpty
            ? Repository.root.appending(path: guide).path
            : folder.appending(path: String(parts[0])).standardizedFileURL.path
        let root = Repository.root.path + "/"
        guard target.hasPrefix(root), FileManager.default.fileExists(atPath: target) else {
            return false
        }
        return parts.count == 1
            || anchors(of: String(target.dropFirst(root.count))).contains(String(parts[1]))
    }

    /// The names of a page's headings in links, as GitHub makes them.
    private func anchors(of page: String) -> Set<String> {
        Set(
            Repository.text(page).components(separatedBy: "\n").filter { $0.hasPrefix("#") }.map {
                $0.drop { $0 == "#" }.dropFirst().lowercased().replacing(" ", with: "-")
                    .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
            })
    }
}
