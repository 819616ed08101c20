import Testing

@Suite("The pages are in plain words", .timeLimit(.minutes(5)))
struct GuideLanguageTests {
    private static let pages = Repository.tracked
        .filter { $0.hasSuffix(".md") && !$0.contains("/Kits/") && !$0.hasPrefix("examples/") }
        .map { GuideText(path: $0, text: Repository.text($0)) }

    @Test("and in the field's own")
    func plainWords() {
        expectNone(Self.pages.flatMap { $0.findings(of: Turn.all + Turn.ofPages) })
    }

    @Test("a sentence has at most 25 words")
    func sentencesAreShort() {
        // Those of docs/reference are messages, whose lists of exit codes are one sentence.
        let written = Self.pages.filter { !$0.path.hasPrefix("docs/reference/") }
        expectNone(written.flatMap(\.longSentences))
    }

    @Test("a line and a table's cell have at most 160 characters")
    func linesAreShort() {
        expectNone(Self.pages.flatMap(\.longLines))
    }

    @Test("code is in a block that says what it is: commands, a reply, or a file")
    func blocksAreNamed() {
        expectNone(Self.pages.flatMap(\.unnamedBlocks))
    }

    @Test(
        "a page's faults are found, and code is none of them",
        arguments: [
            ("Keep it where the\nclient asks.", 1), ("Run `coster` where `a` is.", 0),
            ("```sh\necho whoever\n```", 0), ("```\necho\n```", 1), ("    make test", 1),
            (String(repeating: "word ", count: 26) + "end.", 1),
            ("| " + String(repeating: "x", count: 161) + " |", 1),
        ])
    func found(text: String, count: Int) {
        let page = GuideText(path: "A.md", text: text)
        let findings =
            page.findings(of: Turn.all) + page.longSentences + page.longLines + page.unnamedBlocks
        #expect(findings.count == count, "\(findings)")
    }
}

extension Turn {
    /// Words that comments may have, and pages may not.
    static var ofPages: [Turn] {
        [
            Turn(pattern: /\bis no [a-z]+[.,]/, instead: "isn't, or missing"),
            Turn(pattern: /\bis told\b/, instead: "hears, gets"),
            Turn(pattern: /\badministrative acts?\b/, instead: "audit log"),
        ]
    }
}

/// A page, by paragraphs and lines, without its code.
private struct GuideText {
    /// Text that belongs together, from its first line on.
    private struct Paragraph {
        let line: Int
        var text: String
    }

    private static let longestSentence = 25
    private static let longestLine = 160
    /// What a block of code may say that it is.
    private static let blockKinds: Set = [
        "sh", "sh by-hand", "text", "json", "xml", "sql", "ini", "html", "mermaid",
        // What a user writes in a language that Coster's clients have.
        "ruby", "python", "php", "js", "yaml",
    ]

    let path: String
    private let lines: [String]
    private var paragraphs: [Paragraph] = []
    private(set) var unnamedBlocks: [Finding] = []

    init(path: String, text: String) {
        self.path = path
        lines = text.components(separatedBy: "\n")
        var isCode = false
        var continues = false
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("```") {
                if !isCode { check(block: String(line.dropFirst(3)), at: index + 1) }
                isCode.toggle()
                continues = false
            } else if !isCode {
                if line.hasPrefix("    "), !continues { check(block: "", at: index + 1) }
                continues = add(line, at: index + 1, continuing: continues)
            }
        }
    }

    /// Adds a line to its paragraph, and says whether the next one may belong there too.
    private mutating func add(_ line: String, at number: Int, continuing: Bool) -> Bool {
        let isItem = line.firstMatch(of: /^\s*(?:- |\d+\. )/) != nil
        let isAlone = line.hasPrefix("|") || line.hasPrefix("#")
        guard !line.isEmpty else { return false }
        let plain = line.replacing(/`[^`]*`/, with: "X")
            .replacing(/\[(?<text>[^\]]*)\]\([^)]*\)/) { $0.text }
        if continuing, !isItem, !isAlone {
            paragraphs[paragraphs.count - 1].text += " " + plain.drop { $0 == " " }
        } else {
            paragraphs.append(Paragraph(line: number, text: plain))
        }
        return !isAlone
    }

    private mutating func check(block kind: String, at line: Int) {
        guard !Self.blockKinds.contains(kind) else { return }
        unnamedBlocks.append(Finding(path: path, line: line, what: "a block of '\(kind)'"))
    }

    func findings(of turns: [Turn]) -> [Finding] {
        paragraphs.flatMap { paragraph in
            turns.compactMap { turn in
                paragraph.text.firstMatch(of: turn.pattern).map {
                    Finding(
                        path: path, line: paragraph.line,
                        what: "'\($0.output)'; write \(turn.instead)")
                }
            }
        }
    }

    var longSentences: [Finding] {
        paragraphs.filter { !$0.text.hasPrefix("|") }.flatMap { paragraph in
            paragraph.text.replacing(/(?<end>[.!?:]) (?=[A-Z0-9"])/) { "\($0.end)\n" }
                .split(separator: "\n").filter {
                    $0.split(separator: " ").count > Self.longestSentence
                }.map { Finding(path: path, line: paragraph.line, what: "long: \($0)") }
        }
    }

    var longLines: [Finding] {
        var isCode = false
        return lines.enumerated().compactMap { index, line in
            if line.hasPrefix("```") { isCode.toggle() }
            let parts = line.hasPrefix("|") && !isCode ? line.split(separator: "|") : [line[...]]
            let longest = parts.map { $0.trimmingCharacters(in: .whitespaces).count }.max() ?? 0
            guard longest > Self.longestLine else { return nil }
            return Finding(path: path, line: index + 1, what: "\(longest) characters")
        }
    }
}
