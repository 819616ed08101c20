/// Text in Markdown, no wider than the pages that people write.
struct Markdown {
    /// The text so far.
    private(set) var text: String

    /// The columns of a line.
    private static let columns = 156

    /// A page with its first heading.
    init(title: String, _ introduction: String) {
        text = "# \(title)\n"
        add(introduction + " `make docs` writes this page from the code.")
    }

    /// Adds a heading of the second level.
    mutating func add(heading: String) { text += "\n## \(heading)\n" }

    /// Adds a paragraph.
    mutating func add(_ paragraph: String) {
        text += "\n" + Markdown.wrapped(paragraph, indent: "")
    }

    /// Adds a list.
    mutating func add(list items: [String]) {
        text += "\n"
        for item in items { text += "- " + Markdown.wrapped(item, indent: "  ") }
    }

    /// Adds a block of text that is shown as it is.
    mutating func add(block: String) { text += "\n```text\n\(block)\n```\n" }

    /// Adds a table.
    mutating func add(table header: [String], _ rows: [[String]]) {
        text += "\n| \(header.joined(separator: " | ")) |\n"
        text += "|\(header.map { _ in "---|" }.joined())\n"
        for row in rows { text += "| \(row.joined(separator: " | ")) |\n" }
    }

    /// Breaks a text into lines, at spaces outside of code.
    private static func wrapped(_ text: String, indent: String) -> String {
        var lines: [String] = []
        var line = ""
        for word in words(text) {
            let fits = indent.count + line.count + 1 + word.count <= columns
            if line.isEmpty || fits {
                line += line.isEmpty ? word : " " + word
            } else {
                lines.append(line)
                line = word
            }
        }
        lines.append(line)
        return lines.joined(separator: "\n" + indent) + "\n"
    }

    /// The words of a text; code in quotes is one word.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var isCode = false
        for word in text.split(separator: " ") {
            if isCode { words[words.count - 1] += " " + word } else { words.append(String(word)) }
            let ticks = word.count { $0 == "`" }
            if !ticks.isMultiple(of: 2) { isCode.toggle() }
        }
        return words
    }
}
