import ArgumentParser
import Foundation
import Testing

@testable import CosterCommands

@Suite("The commands that messages and pages name", .timeLimit(.minutes(20)))
struct NamedCommandTests {
    @Test("are ones that the command line takes and that a test runs: in a message")
    func messages() throws {
        let sources = Places.repository.appending(path: "Sources")
        let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
            .filter { $0.hasSuffix(".swift") }
        try Self.expectGood(files) { file in
            NamedCommand.inMessages(
                try String(contentsOf: sources.appending(path: file), encoding: .utf8))
        }
    }

    @Test("are ones that the command line takes and that a test runs: in the text of a page")
    func pages() throws {
        try Self.expectGood(GuidePage.all().map(\.path)) { path in
            NamedCommand.inText(
                try String(contentsOf: Places.repository.appending(path: path), encoding: .utf8))
        }
    }

    @Test(
        "an unknown command and an unknown option are found, a missing value or argument is allowed",
        arguments: [
            ("coster merchant csr", true), ("coster merchant csr --identity", true),
            ("coster merchant csr --nosuch", false), ("coster merchant csx", false),
            ("coster merchant certificate --import", true), ("coster pay PROTOCOL", true),
            ("coster simulator root > root.pem", true), ("coster --help", true),
            ("coster keys rotate --new-shares many", false),
        ])
    func accepted(text: String, isGood: Bool) {
        #expect((NamedCommand(text).objection == nil) == isGood)
    }

    @Test(
        "a command is found in backticks and behind a colon, in code and not in a comment",
        arguments: [
            (#""Stop it with `coster settle \(number(of: it(1))) now`.""#, ["coster settle 3 now"]),
            (#""To list them, run: coster payments""#, ["coster payments"]),
            (
                #""Next: coster merchant csr A > A.csr, and send it.""#,
                ["coster merchant csr A > A.csr"]
            ),
            (#""the keys are old; run coster doctor", ["#, ["coster doctor"]),
            ("/// Of `coster pay`.", []),
            (#""coster: ready on \(url)""#, []),
        ])
    func found(code: String, commands: [String]) {
        #expect(NamedCommand.inMessages(code).map(\.text) == commands)
    }

    private static func expectGood(
        _ files: [String], _ named: (String) throws -> [NamedCommand]
    ) throws {
        let run = Set(
            try (GuidePages.runs + GuidePages.examples).flatMap { try GuidePage($0.path).commands }
                .flatMap { NamedCommand.run(in: $0.text) })
        var count = 0
        for file in files {
            for command in try named(file) {
                count += 1
                let message: Comment = "\(file): \(command.text)"
                #expect(command.objection == nil, message)
                #expect(
                    run.contains { $0.starts(with: command.path) },
                    "\(file): no page and no script of examples runs: \(command.text)")
            }
        }
        #expect(count > 20, "the commands are no longer found")
    }
}

/// A command that a text names, as a reader would type it.
private struct NamedCommand {
    /// Values for placeholders that the command line checks.
    private static let values = [
        "PROTOCOL": "radial", "COUNT:HEX": "1:" + String(repeating: "0", count: 64),
    ]

    let text: String

    init(_ text: some StringProtocol) {
        self.text = text.trimmingCharacters(in: .whitespaces)
    }

    /// Its words behind `coster`, as far as the shell gives them to the program.
    private var words: [String] {
        text.split(separator: " ").dropFirst().prefix { $0 != ">" && $0 != "|" && $0 != "…" }
            .map { Self.values[String($0)] ?? String($0) }
    }

    /// The words that name the command.
    var path: [String] { Self.command(words).path }

    /// Why the command line doesn't take it; nil if it does, or if only a value or an argument is missing.
    var objection: String? {
        let help = Coster.helpMessage(for: Self.command(words).type, includeHidden: true)
        let options = words.filter { $0.hasPrefix("--") }
        if let unknown = options.first(where: { !help.contains($0) }) { return "no \(unknown)" }
        do {
            _ = try Coster.parseAsRoot(words)
            return nil
        } catch {
            let message = Coster.message(for: error)
            let isIncomplete = message.hasPrefix("Missing") || message.hasPrefix("Give ")
            return isIncomplete || Coster.exitCode(for: error) == .success ? nil : message
        }
    }

    /// The commands in the messages of a source file: in backticks, or behind a colon or the word run.
    static func inMessages(_ code: String) -> [NamedCommand] {
        let lines = code.split(separator: "\n").filter { $0.firstMatch(of: /^\s*\/\//) == nil }
        let text = lines.joined(separator: "\n").replacing(/\\\n\s*/, with: "")
            .replacing(/\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/, with: "3")
        return inText(text)
            + text.matches(of: /(?:: |\brun )(coster [a-z\-][^"`,\n]*)/).map { NamedCommand($0.1) }
    }

    /// The commands in backticks of a text.
    static func inText(_ text: String) -> [NamedCommand] {
        text.matches(of: /`(coster [a-z\-][^`\n]*)`/).map { NamedCommand($0.1) }
    }

    /// The names of the commands that a block or a script runs.
    static func run(in script: String) -> [[String]] {
        script.matches(of: /\bcoster ((?:[a-z\-]+(?: |$|\n))+)/).map {
            command($0.1.split { $0 == " " || $0 == "\n" }.map(String.init)).path
        }
    }

    /// The command that the first words name.
    private static func command(
        _ words: [String]
    ) -> (path: [String], type: any ParsableCommand.Type) {
        var type: any ParsableCommand.Type = Coster.self
        let path = words.prefix { word in
            let next = type.configuration.subcommands.first { CommandNames.name(of: $0) == word }
            type = next ?? type
            return next != nil
        }
        return (Array(path), type)
    }
}
