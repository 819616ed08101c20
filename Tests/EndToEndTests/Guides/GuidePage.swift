import Foundation

/// A page of the documentation with its blocks of code, or a script of commands.
struct GuidePage: Sendable {
    /// A block of code.
    struct Block: Sendable {
        /// What follows the fence, such as `sh`, `sh by-hand` or `json`.
        let kind: String
        let text: String

        /// Whether it is what the commands before it print.
        var isReply: Bool { ["text", "json", "xml"].contains(kind) }
        /// Its first line.
        var firstLine: String { String(text.prefix { $0 != "\n" }) }
    }

    /// Its path in the repository.
    let path: String
    /// Its blocks, in order.
    let blocks: [Block]

    /// Reads a page.
    init(_ path: String) throws {
        self.path = path
        let text = try String(
            contentsOf: Places.repository.appending(path: path), encoding: .utf8)
        guard !path.hasSuffix(".sh") else {
            blocks = [Block(kind: "sh", text: text)]
            return
        }
        var blocks: [Block] = []
        var open: (kind: String, lines: [Substring])?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let block = open, line == "```" {
                blocks.append(
                    Block(kind: block.kind, text: block.lines.joined(separator: "\n")))
                open = nil
            } else if open != nil {
                open?.lines.append(line)
            } else if line.hasPrefix("```") {
                open = (String(line.dropFirst(3)), [])
            }
        }
        self.blocks = blocks
    }

    /// The commands that the test runs, each block with the reply that the page shows, if it shows one.
    var commands: [(text: String, reply: String?)] {
        blocks.indices.filter { blocks[$0].kind == "sh" }.map { index in
            let next = blocks.dropFirst(index + 1).first
            return (blocks[index].text, next.flatMap { $0.isReply ? $0.text : nil })
        }
    }

    /// Every page: the README, the other pages at the root, and the folder of pages.
    static func all() throws -> [GuidePage] {
        let docs = Places.repository.appending(path: "docs").path
        let below = try FileManager.default.subpathsOfDirectory(atPath: docs)
            .filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
        return try (["README.md", "CONTRIBUTING.md", "SECURITY.md"] + below).map(GuidePage.init)
    }
}

/// A reply on a page, in which `…` stands for anything, and every word with a digit for any other such word.
struct GuideReply {
    private let pieces: [String]

    init(_ text: String) {
        pieces = GuideReply.shape(text).components(separatedBy: "…")
    }

    /// Whether what a command printed has the reply's shape.
    func matches(_ output: String) -> Bool {
        var rest = GuideReply.shape(output)[...]
        for (index, piece) in pieces.enumerated() {
            if index == 0 {
                guard rest.hasPrefix(piece) else { return false }
                rest = rest.dropFirst(piece.count)
            } else if index == pieces.count - 1 {
                guard rest.hasSuffix(piece) else { return false }
            } else {
                guard let found = rest.range(of: piece) else { return false }
                rest = rest[found.upperBound...]
            }
        }
        return pieces.count > 1 || rest.isEmpty
    }

    /// The text without white space, and without identifiers, numbers and times.
    private static func shape(_ text: String) -> String {
        String(
            text.replacing(/[0-9A-Za-z]*[0-9][0-9A-Za-z.:-]*/, with: "#")
                .filter { !$0.isWhitespace })
    }
}
