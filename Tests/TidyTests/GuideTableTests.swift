import Foundation
import Testing

@Suite("The tables of the guides say what the sources say", .timeLimit(.minutes(5)))
struct GuideTableTests {
    @Test("docs/reference/metrics.md has each metric that the sources name, and no other")
    func metrics() {
        var counted: Set<String> = []
        for line in Repository.sources.flatMap(\.lines) {
            for name in line.matches(of: /"(coster_[a-z_]+)"/) { counted.insert(String(name.1)) }
        }
        let listed = rows(of: "docs/reference/metrics.md").compactMap { row in
            row.prefixMatch(of: /\| `(coster_[a-z_]+)` \| (?:counter|gauge|histogram) \|/)
                .map { String($0.1) }
        }
        #expect(listed.count == Set(listed).count)
        #expect(Set(listed) == counted)
    }

    @Test("docs/architecture.md has each target, with what the law lets its Swift files import")
    func imports() {
        var told: [String: Set<String>] = [:]
        for row in rows(of: "docs/architecture.md") {
            guard let parts = row.wholeMatch(of: /\| ([\w-]+) \| .+ \| (.+) \|/) else { continue }
            let modules = String(parts.2).components(separatedBy: ", ")
            let imported: Set<String> = modules == ["none"] ? [] : Set(modules)
            // A target with many imports has two rows.
            told[String(parts.1), default: []].formUnion(imported)
        }
        for law in importLaws {
            #expect(told[law.module] != nil, "\(law.module) has a row")
            // No law reads the includes of C; and the server and its commands import nearly all.
            let isCompared =
                !law.folder.hasPrefix("Sources/System/") && !law.module.hasPrefix("Coster")
                || law.folder.hasPrefix("Sources/Kits/")
            if isCompared { #expect(told[law.module] == law.ours, "\(law.module)") }
        }
    }

    private func rows(of guide: String) -> [String] {
        Repository.text(guide).components(separatedBy: "\n").filter { $0.hasPrefix("| ") }
    }
}
