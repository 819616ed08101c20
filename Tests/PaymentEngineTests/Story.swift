import Foundation
import Testing

/// What happens to the orders of a shop, step by step, and what each step comes to: a part of a file in `Stories`.
///
///     # the final capture releases the remainder
///     authorize
///     capture 300 final
///     told -> capture 300, release 700
///
/// A step without an arrow must succeed. `{a|b}` stands for two stories, one with the first alternative everywhere and
/// one with the second.
struct Story: Sendable, CustomTestStringConvertible {
    /// A step, and the expected words; nil if it must succeed.
    struct Line: Sendable {
        let step: String
        let expected: String?
    }

    let testDescription: String
    let lines: [Line]

    /// The stories of all files.
    static let all: [Story] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Stories")
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (files ?? []).sorted().flatMap { name in
            let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
            return stories(of: text ?? "", in: String(name.prefix { $0 != "." }))
        }
    }()

    private static func stories(of text: String, in file: String) -> [Story] {
        text.components(separatedBy: "\n# ").flatMap { part in
            let lines = part.trimmingPrefix("# ").split(separator: "\n").map(String.init)
            let body = lines.dropFirst().joined(separator: "\n")
            let title = "\(file): \(lines.first ?? "")"
            let count = alternatives(of: body).max() ?? 1
            return (0..<count).map { index in
                Story(count == 1 ? title : "\(title) (\(index + 1))", chosen(index, in: body))
            }
        }
    }

    private init(_ title: String, _ body: String) {
        testDescription = title
        lines = body.split(separator: "\n").map { line in
            let parts = line.components(separatedBy: " -> ")
            return Line(step: parts[0], expected: parts.count == 2 ? parts[1] : nil)
        }
    }

    private static func alternatives(of body: String) -> [Int] {
        body.split(separator: "{").dropFirst().map { part in
            part.prefix { $0 != "}" }.split(separator: "|", omittingEmptySubsequences: false).count
        }
    }

    /// The text with one alternative of each.
    private static func chosen(_ index: Int, in body: String) -> String {
        let parts = body.split(separator: "{", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts.first ?? "")) { text, part in
            let inner = part.prefix { $0 != "}" }
            let choices = inner.split(separator: "|", omittingEmptySubsequences: false)
            if choices.indices.contains(index) { text += choices[index] }
            text += part.dropFirst(inner.count + 1)
        }
    }
}
