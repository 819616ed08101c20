import ArgumentParser
import Foundation

/// The page of all commands, from their own help.
enum CommandReference {
    static var markdown: String {
        get throws {
            let help = try JSONDecoder().decode(
                ToolHelp.self, from: Data(Coster._dumpHelp().utf8))
            var page = Markdown(
                title: "Commands", "Each command prints its part of this page with `--help`.")
            write(help.command, below: [], to: &page)
            return page.text
        }
    }

    private static func write(
        _ command: ToolHelp.Command, below parents: [String], to page: inout Markdown
    ) {
        guard command.isShown, command.commandName != "help" else { return }
        let path = parents + [command.commandName]
        page.add(heading: path.joined(separator: " "))
        if let abstract = command.abstract { page.add(abstract) }
        for part in (command.discussion ?? "").split(separator: "\n\n") { write(part, to: &page) }
        let arguments = (command.arguments ?? []).filter {
            $0.isListed && (parents.isEmpty || $0.preferredName != "--version")
        }
        if !arguments.isEmpty { page.add(list: arguments.map(\.line)) }
        let subcommands = command.subcommands ?? []
        if parents.isEmpty {
            page.add(
                list: subcommands.filter { $0.isShown && $0.commandName != "help" }.map {
                    "[\($0.commandName)](#coster-\($0.commandName)): \($0.abstract ?? "")"
                })
        }
        for subcommand in subcommands { write(subcommand, below: path, to: &page) }
    }

    /// Writes a paragraph; examples are shown as they are.
    private static func write(_ part: Substring, to page: inout Markdown) {
        let lines = part.split(separator: "\n").map { $0.drop { $0 == " " } }
        if lines.first == "Examples:" {
            page.add(block: lines.dropFirst().joined(separator: "\n"))
        } else {
            page.add(lines.joined(separator: " "))
        }
    }
}

/// The help of a program as swift-argument-parser dumps it.
private struct ToolHelp: Decodable {
    struct Command: Decodable {
        let commandName: String
        let abstract: String?
        let discussion: String?
        let shouldDisplay: Bool?
        let arguments: [Argument]?
        let subcommands: [Command]?

        var isShown: Bool { shouldDisplay ?? true }
    }

    struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String

            var text: String { (kind == "long" ? "--" : "-") + name }
        }

        let kind: String
        let names: [Name]?
        let valueName: String?
        let abstract: String?
        let discussion: String?
        let defaultValue: String?
        let shouldDisplay: Bool
        let isRepeating: Bool

        /// Whether the page lists it; each command has `--help`.
        var isListed: Bool { shouldDisplay && preferredName != "--help" }

        var preferredName: String? {
            (names?.first { $0.kind == "long" } ?? names?.first)?.text
        }

        private var usage: String {
            let value = (valueName ?? "value").uppercased()
            guard let name = preferredName else { return value }
            return kind == "flag" ? name : "\(name) \(value)"
        }

        /// The argument, what it means, and what it is if it isn't given.
        var line: String {
            var line = "`\(usage)`\(isRepeating ? " (more than once)" : ""): \(abstract ?? "")"
            if let discussion, !discussion.isEmpty { line += " " + discussion }
            if let defaultValue { line += " (default: \(defaultValue))" }
            return line
        }
    }

    let command: Command
}
