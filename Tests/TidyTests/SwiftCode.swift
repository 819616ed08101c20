/// Swift text, read just far enough to tell code from comments and strings.
struct SwiftCode {
    /// What a program prints or sends: the content of a string, or of several that a plus sign joins.
    struct Text {
        /// Where it begins.
        let line: Int
        /// Its content; an interpolation is the word X.
        var content = ""
    }

    private enum Place {
        /// In code, and how many parentheses are open since an interpolation began.
        case code(parentheses: Int)
        case lineComment
        case blockComment(depth: Int)
        case string(hashes: Int, isMultiline: Bool)
    }

    private let bytes: [UInt8]
    private var output: [UInt8] = []
    private var places: [Place] = [.code(parentheses: 0)]
    private var index = 0
    private var line = 1
    /// The contents of the strings that are open, the innermost last.
    private var open: [(line: Int, content: [UInt8])] = []
    /// Where the output was when the newest text ended.
    private var endOfText = 0
    /// The strings of the code.
    private(set) var texts: [Text] = []

    /// Reads a Swift file.
    init(_ text: String) {
        bytes = Array(text.utf8)
        output.reserveCapacity(bytes.count)
        while index < bytes.count { step() }
    }

    /// The text with comments and the contents of strings left out; its lines are where they were. What stands in
    /// an interpolation is code.
    var withoutCommentsAndStrings: String { String(decoding: output, as: UTF8.self) }

    private mutating func step() {
        if bytes[index] == UInt8(ascii: "\n") {
            output.append(UInt8(ascii: "\n"))
            line += 1
        }
        switch places.last ?? .code(parentheses: 0) {
        case .code(let parentheses): stepInCode(parentheses)
        case .lineComment:
            if bytes[index] == UInt8(ascii: "\n") { places.removeLast() }
            index += 1
        case .blockComment(let depth): stepInBlockComment(depth)
        case .string(let hashes, let isMultiline): stepInString(hashes, isMultiline)
        }
    }

    private mutating func stepInCode(_ parentheses: Int) {
        if starts(with: "//") {
            places.append(.lineComment)
            index += 2
            return
        }
        if starts(with: "/*") {
            places.append(.blockComment(depth: 1))
            index += 2
            return
        }
        if let opening = openingOfString() {
            places.append(.string(hashes: opening.hashes, isMultiline: opening.isMultiline))
            beginText()
            output.append(UInt8(ascii: "\""))
            index += opening.length
            return
        }
        let byte = bytes[index]
        index += 1
        if byte == UInt8(ascii: "(") {
            places[places.count - 1] = .code(parentheses: parentheses + 1)
        }
        if byte == UInt8(ascii: ")") {
            if parentheses == 0, places.count > 1 {
                places.removeLast()
                return
            }
            places[places.count - 1] = .code(parentheses: max(0, parentheses - 1))
        }
        if byte != UInt8(ascii: "\n") { output.append(byte) }
    }

    private mutating func stepInBlockComment(_ depth: Int) {
        if starts(with: "/*") {
            places[places.count - 1] = .blockComment(depth: depth + 1)
            index += 2
        } else if starts(with: "*/") {
            places.removeLast()
            if depth > 1 { places.append(.blockComment(depth: depth - 1)) }
            index += 2
        } else {
            index += 1
        }
    }

    private mutating func stepInString(_ hashes: Int, _ isMultiline: Bool) {
        let marks = String(repeating: "#", count: hashes)
        if starts(with: "\\" + marks) {
            index += 1 + hashes
            if starts(with: "(") {
                places.append(.code(parentheses: 0))
                output.append(UInt8(ascii: " "))
                add(UInt8(ascii: "X"))
                index += 1
            } else if starts(with: "\n") {
                // A line that goes on in the next.
                output.append(UInt8(ascii: "\n"))
                line += 1
                index += 1
            } else {
                add(bytes[index] == UInt8(ascii: "n") ? UInt8(ascii: "\n") : bytes[index])
                index += 1
            }
            return
        }
        let closing = (isMultiline ? "\"\"\"" : "\"") + marks
        if starts(with: closing) {
            places.removeLast()
            output.append(UInt8(ascii: "\""))
            endText()
            index += closing.utf8.count
            return
        }
        // A string of one line ends with it: what is not closed is no string.
        if !isMultiline, bytes[index] == UInt8(ascii: "\n") {
            places.removeLast()
            open.removeLast()
        }
        add(bytes[index])
        index += 1
    }

    private mutating func beginText() {
        let between = output[endOfText...].filter {
            $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: " ")
        }
        guard open.isEmpty, between == [UInt8(ascii: "+")], let last = texts.popLast() else {
            return open.append((line, []))
        }
        open.append((last.line, Array(last.content.utf8)))
    }

    private mutating func add(_ byte: UInt8) {
        guard !open.isEmpty else { return }
        open[open.count - 1].content.append(byte)
    }

    private mutating func endText() {
        guard let text = open.popLast() else { return }
        texts.append(Text(line: text.line, content: String(decoding: text.content, as: UTF8.self)))
        endOfText = output.count
    }

    private func openingOfString() -> (hashes: Int, isMultiline: Bool, length: Int)? {
        var hashes = 0
        while index + hashes < bytes.count, bytes[index + hashes] == UInt8(ascii: "#") {
            hashes += 1
        }
        let quote = index + hashes
        guard quote < bytes.count, bytes[quote] == UInt8(ascii: "\"") else { return nil }
        let isMultiline =
            bytes.count - quote > 2 && bytes[quote + 1] == UInt8(ascii: "\"")
            && bytes[quote + 2] == UInt8(ascii: "\"")
        return (hashes, isMultiline, hashes + (isMultiline ? 3 : 1))
    }

    private func starts(with text: String) -> Bool {
        let wanted = text.utf8
        guard bytes.count - index >= wanted.count else { return false }
        return bytes[index..<(index + wanted.count)].elementsEqual(wanted)
    }
}
