import Testing

@Suite("Messages are in plain words", .timeLimit(.minutes(5)))
struct MessageWordTests {
    /// Code whose texts only programs read: parts of statements, labels of keys, and words that a vendor chose.
    private static let unspoken = [
        "Sources/Database/", "Sources/StorageKit/", "Sources/PaymentStorage/",
        "Sources/MerchantStorage/", "Sources/CardVault/",
        "Sources/AppleSimulator/Web/ValidationAnswer.swift",
        "Sources/Dialects/Vantiv/Schema/Countries.swift",
    ]
    /// Texts that may have such a word, and why.
    private static let allowed = [
        "coster: sealed; waiting for": "the state of a server that `coster keys unseal` ends",
        "the value of 'X' is none of": onTheWire, "the attribute 'version' is none": onTheWire,
        "X is none of the words": onTheWire, "transactionAction is none that": onTheWire,
        "applePayTokenID is none that": onTheWire, "primaryTransactionID is none": onTheWire,
        "The name of the stored card is none": onTheWire,
    ]
    private static let onTheWire = "a reply that clients have, and that stays as it is"
    /// The most words of a sentence.
    private static let words = 25
    /// The fewest words of a message; shorter texts are names.
    private static let fewestWords = 4

    /// Private words and turns, and what to write in their place.
    private static var turns: [(pattern: Regex<Substring>, instead: String)] {
        [
            (/\b[Ww]here (?:it|they|the|a|no)\b/, "if"),
            (/\bis none\b/, "is missing"), (/\bis no [a-z]+[.,]/, "isn't"),
            (/\banew\b/, "again"), (/\b[Ww]hoever\b/, "a noun"), (/\bin vain\b/, "without success"),
            (/\bat hand\b/, "available"), (/\bin work\b/, "in progress"),
            (/\b(?:told|tells)\b/, "sent, reported"), (/\bbooks\b(?!-)/, "the database"),
            (/\b(?:sealed|unsealed)\b/, "encrypted, locked"),
            (/\bacts\b(?!-)/, "audit log entries"),
            (/\bdialects?\b/, "protocol"), (/\bhandles?\b/, "card token"),
        ]
    }

    @Test("without private words, and with at most 25 words a sentence")
    func messages() {
        let files = Repository.sources.filter { file in
            !Self.unspoken.contains { file.path.hasPrefix($0) }
        }
        expectNone(files.flatMap(Self.findings))
    }

    @Test("and so are the texts of a protocol's refusals")
    func refusals() {
        let tables = Repository.tracked.filter { $0.hasSuffix("/refusals.tsv") }
        #expect(tables.count > 1)
        let findings = tables.flatMap { path in
            Repository.text(path).split(separator: "\n").enumerated().flatMap { number, row in
                row.split(separator: "\t").dropFirst().flatMap { Self.faults(of: String($0)) }
                    .map { Finding(path: path, line: number + 1, what: $0) }
            }
        }
        expectNone(findings)
    }

    @Test(
        "a private word and a long sentence are found in a text, and not in code or a comment",
        arguments: [
            (#"let text = "Keep the books as they are.""#, 1),
            (#"let text = "The code is books-missing in \(books.name) here.""#, 0),
            (#"// "Keep the books as they are.""#, 0),
            (#"let text = "Do it \#(String(repeating: "again and ", count: 12))again.""#, 1),
            (#"let text = "Do \(count.map { " all \($0) books " } ?? "") of it now.""#, 0),
            (#"let text = "the books""#, 0),
            ("let text = \"Keep them, \"\n    + \"whoever asks.\"", 1),
            (
                "let text = \"\"\"\n    One word.\n    Keep the books as\n    they are.\n    \"\"\"",
                1
            ),
        ])
    func found(line: String, count: Int) {
        #expect(Self.findings(SwiftFile(path: "A.swift", text: line)).count == count)
    }

    private static func findings(_ file: SwiftFile) -> [Finding] {
        file.texts.flatMap { text in
            faults(of: text.content).map { Finding(path: file.path, line: text.line, what: $0) }
        }
    }

    private static func faults(of text: String) -> [String] {
        guard text.split(separator: " ").count >= fewestWords,
            !allowed.keys.contains(where: { text.hasPrefix($0) }),
            !text.contains(/\b(?:SELECT|CREATE|VALUES|SET)\s/)
        else { return [] }
        let found = turns.compactMap { turn in
            text.firstMatch(of: turn.pattern).map {
                "'\($0.output)' in a message; write \(turn.instead)"
            }
        }
        return found
            + sentences(of: text).compactMap { sentence in
                let count = sentence.split { $0.isWhitespace }.count
                return count > words ? "a sentence of \(count) words" : nil
            }
    }

    /// The sentences of a text with its paragraphs and lists; each part of a list of exit codes is one.
    private static func sentences(of text: String) -> [Substring] {
        let ends =
            text.contains(/\b[Ee]xit codes?\b/)
            ? /[.?!;]\s|\n\s*\n/ : /[.?!]\s|\n\s*(?:\n|- |\d\. )/
        return text.split(separator: ends)
    }
}
