import Testing

/// A turn of phrase that comments and pages do without, and the plain one.
struct Turn {
    let pattern: Regex<Substring>
    let instead: String

    /// Words that only we use, and sentences that begin with a condition on a place.
    static var all: [Turn] {
        [
            Turn(
                pattern: /\b[Ww]here (?:it|they|the|a|an|no|one|there|nothing)\b/,
                instead: "if, or a noun"),
            Turn(pattern: /\bis none\b/, instead: "isn't one, or missing"),
            Turn(pattern: /\banew\b/, instead: "again"),
            Turn(pattern: /\b[Ww]hoever\b/, instead: "the client, the process, the operator"),
            Turn(pattern: /\bin vain\b/, instead: "without success"),
            Turn(pattern: /\bat hand\b/, instead: "available, current"),
            Turn(pattern: /\bin work\b/, instead: "in progress"),
            Turn(pattern: /\b(?:told|tells)\b/, instead: "sent, reported, shows"),
            Turn(pattern: /\blapsed\b/, instead: "expired"),
            Turn(pattern: /\b(?:given up|gives? up)\b/, instead: "released, abandoned"),
            Turn(pattern: /\b[Cc]ame of\b/, instead: "result"),
            Turn(pattern: /\bthe books\b/, instead: "the database"),
        ]
    }
}

@Suite("Comments are in plain words", .timeLimit(.minutes(5)))
struct CommentWordTests {
    @Test("and in the field's own")
    func plainWords() {
        expectNone(Repository.sources.flatMap(Self.findings))
    }

    @Test(
        "a turn is found, also across two lines",
        arguments: [
            ("/// Keeps it where the\n/// client asks.", true),
            ("/// Says so again,\n/// and whoever asks.", true),
            ("/// Keeps it if the client asks.", false),
            ("let text = \"whoever\"", false),
        ])
    func found(text: String, isFound: Bool) {
        let file = SwiftFile(path: "A.swift", text: text)
        #expect(Self.findings(in: file).isEmpty != isFound)
    }

    private static func findings(in file: SwiftFile) -> [Finding] {
        let turns = Turn.all
        var findings: [Finding] = []
        for (number, line) in file.lines.enumerated() {
            guard let text = comment(line) else { continue }
            let next = number + 1 < file.lines.count ? comment(file.lines[number + 1]) : nil
            // Turns that begin on the next line are found there.
            let both = text + " " + (next ?? "")
            for turn in turns {
                guard let match = both.firstMatch(of: turn.pattern),
                    match.range.lowerBound < both.index(both.startIndex, offsetBy: text.count)
                else { continue }
                findings.append(
                    Finding(
                        path: file.path, line: number + 1,
                        what: "'\(match.output)' in a comment; write \(turn.instead)"))
            }
        }
        return findings
    }

    /// The text of a line that is a comment, without code in quotes; nil if the line has code.
    private static func comment(_ line: String) -> String? {
        guard let match = line.firstMatch(of: /^\s*\/\/\/? ?(.*)$/) else { return nil }
        return String(match.output.1).replacing(/`[^`]*`/, with: "X")
    }
}
