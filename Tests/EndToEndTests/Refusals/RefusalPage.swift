import Foundation
import Testing

/// docs/reference/refusals: the one place of the texts, with which every table here is compared.
enum RefusalPage {
    /// The sections of the page.
    enum Section: String, CaseIterable {
        case merchants = "Merchants, clients and cards"
        case certificates = "Certificates from Apple"
        case pkcs12 = "PKCS#12 files"
        case tokens = "Apple Pay tokens"
        case backups = "Backups"
        case lines = "Lines and routes"
        case webhooks = "Endpoints of events"
        case relay = "The relay"
        case sandbox = "The sandbox's tokens"
        case sandboxSessions = "The sandbox's sessions"
        case sessions = "Sessions for pages"
        case orders = "Orders of web shops"
        case doctor = "Findings of coster doctor"
    }

    /// The text of each code, by section.
    static let texts: Result<[String: [String: String]], any Error> = Result {
        let page = try String(
            contentsOf: Places.repository.appending(path: "docs/reference/refusals.md"),
            encoding: .utf8)
        var texts: [String: [String: String]] = [:]
        for section in page.components(separatedBy: "\n## ").dropFirst() {
            let title = String(section.prefix { $0 != "\n" })
            let rows = section.components(separatedBy: "\n- `").dropFirst().map { row in
                let parts = row.split(separator: "`: ", maxSplits: 1).map(String.init)
                let lines = (parts.last ?? "").components(separatedBy: "\n\n")[0]
                let text = lines.split(separator: "\n").map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
                return (parts[0], text.joined(separator: " "))
            }
            texts[title] = Dictionary(rows) { _, last in last + " (twice)" }
        }
        return texts
    }

    /// The codes of a section.
    static func codes(in section: Section) throws -> Set<String> {
        Set(try texts.get()[section.rawValue, default: [:]].keys)
    }

    /// The text of a code.
    static func text(of code: String, in section: Section) throws -> String {
        try #require(
            try texts.get()[section.rawValue]?[code], "\(section.rawValue) lacks \(code)")
    }

    /// Whether a line ends with the text of a code, in which words of capitals stand for values.
    static func isEnd(of line: String, _ code: String, in section: Section) throws -> Bool {
        // A finding's severity begins its line.
        let text = try text(of: code, in: section).replacing(#/^(problem|warning)\. /#, with: "")
        let pattern = NSRegularExpression.escapedPattern(for: text)
            .replacing(/VALUES|OTHER|NAME|FILE|KEY/, with: ".+")
        return line.range(of: ": \(pattern)\n?$", options: .regularExpression) != nil
    }
}
