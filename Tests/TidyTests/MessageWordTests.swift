import Testing

@Suite("Messages are in plain words", .timeLimit(.minutes(5)))
struct MessageWordTests {
    /// The code whose texts an operator or a developer sees.
    private static let spoken = [
        "Sources/CosterServer/", "Sources/CosterOperations/", "Sources/CosterCommands/",
        "Sources/Simulation/ShopSimulator/", "Sources/Gateway/",
        "Sources/Merchants/", "Sources/Routing/", "Sources/PostgreSQLDatabase/",
        "Sources/SQLiteDatabase/",
        "Sources/ApplePayToken/PaymentTokenError+Sentence.swift",
        "Sources/ApplePayToken/Keys/MerchantKeyError.swift",
    ]
    /// Texts that may have such a word, and why.
    private static let allowed = [
        "coster: sealed; waiting for": "the state of a server that `coster keys unseal` ends"
    ]
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
            Self.spoken.contains { file.path.hasPrefix($0) }
        }
        expectNone(files.flatMap(Self.findings))
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
        ])
    func found(line: String, count: Int) {
        #expect(Self.findings(SwiftFile(path: "A.swift", text: line)).count == count)
    }

    private static func findings(_ file: SwiftFile) -> [Finding] {
        file.lines.enumerated().flatMap { number, line in
            texts(in: line).flatMap { text in
                faults(of: text).map { Finding(path: file.path, line: number + 1, what: $0) }
            }
        }
    }

    private static func faults(of text: String) -> [String] {
        guard text.split(separator: " ").count >= fewestWords,
            !allowed.keys.contains(where: { text.hasPrefix($0) })
        else { return [] }
        let found = turns.compactMap { turn in
            text.firstMatch(of: turn.pattern).map {
                "'\($0.output)' in a message; write \(turn.instead)"
            }
        }
        let long = text.split(separator: /[.?!]\s/).compactMap { sentence in
            let count = sentence.split(separator: " ").count
            return count > words ? "a sentence of \(count) words" : nil
        }
        return found + long
    }

    /// The texts in quotes of a line of code; an interpolation is one word.
    private static func texts(in line: String) -> [String] {
        guard line.firstMatch(of: /^\s*\/\//) == nil else { return [] }
        var texts: [String] = []
        var text: String?
        var depth = 0
        var isEscaped = false
        for character in line {
            if depth > 0 {
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
            } else if isEscaped {
                isEscaped = false
                if character == "(" { depth = 1 }
                text?.append("X")
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                if let whole = text { texts.append(whole) }
                text = text == nil ? "" : nil
            } else {
                text?.append(character)
            }
        }
        return texts
    }
}
