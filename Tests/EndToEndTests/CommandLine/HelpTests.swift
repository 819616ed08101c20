import ArgumentParser
import CosterServer
import Testing

@testable import CosterCommands

@Suite("The command line's help", .timeLimit(.minutes(20)))
struct HelpTests {
    /// Every command that a user can run, by its words.
    private static let commands = leaves(of: Coster.self, path: [])

    private static func leaves(
        of command: any ParsableCommand.Type, path: [String]
    ) -> [(path: [String], command: any ParsableCommand.Type)] {
        let commands = command.configuration.subcommands
        guard !commands.isEmpty else { return [(path, command)] }
        return commands.flatMap { leaves(of: $0, path: path + [CommandNames.name(of: $0)]) }
    }

    @Test("each command's help page has examples, and the command line takes each of them")
    func examples() throws {
        for (path, command) in Self.commands {
            let discussion = command.configuration.discussion
            let lines = discussion.split(separator: "\n").map { $0.drop { $0 == " " } }
            let start = try #require(
                lines.firstIndex(of: "Examples:"), "coster \(path.joined(separator: " "))")
            let examples = lines[lines.index(after: start)...]
            #expect(!examples.isEmpty, "\(path)")
            for example in examples {
                for part in example.split(separator: "|") {
                    let words = ShellWords.words(of: part)
                    guard words.first == "coster" else { continue }
                    #expect(throws: Never.self, "\(example)") {
                        _ = try Coster.parseAsRoot(Array(words.dropFirst()))
                    }
                }
            }
        }
    }

    @Test("no help page names a default or a variable in another way than the others")
    func notation() {
        for (path, command) in Self.commands {
            let help = Coster.helpMessage(for: command)
            #expect(!help.contains(" [COSTER_"), "\(path)")
            #expect(!help.contains("[now]"), "\(path)")
        }
    }

    @Test(
        "a mistyped command is answered with the nearest one, and exit code 64",
        arguments: [
            (["paymnets"], "Did you mean: coster payments"),
            (["merchant", "lst"], "Did you mean: coster merchant list"),
            (["help", "audti"], "Did you mean: coster audit"),
            (["help", "nosuch"], "run: coster --help"),
            (["keys", "frobnicate"], "run: coster keys --help"),
        ])
    func mistyped(words: [String], message: String) async throws {
        let run = try await expect(64, words)
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(run.output.isEmpty)
    }

    @Test(
        "a name is found behind a removed, inserted, replaced or swapped character",
        arguments: [
            ("audit", "audit"), ("adit", "audit"), ("auddit", "audit"), ("aubit", "audit"),
            ("audti", "audit"), ("", nil),
        ])
    func nearest(typed: String, meant: String?) {
        #expect(NearestName.of(typed, among: ["settle", "audit", "doctor"]) == meant)
    }

    @Test("--version has the versions of the program, of Swift and of the schema")
    func version() async throws {
        let run = try await expect(0, ["--version"])
        #expect(run.output.contains(/^coster \d+\.\d+\.\d+ \(Swift \d+\.\d+, schema \d+\)\n$/))
    }

    @Test("completion prints a script for each shell", arguments: ["bash", "zsh", "fish"])
    func completion(shell: String) async throws {
        let run = try await expect(0, ["completion", shell])
        #expect(run.output.contains("audit-log"))
    }
}

/// The words of a command in a shell, as far as our examples go: quotes, and redirections that are left out.
private enum ShellWords {
    static func words(of line: Substring) -> [String] {
        var words: [String] = []
        var word = ""
        var quote: Character?
        for character in line + " " {
            if let open = quote {
                if character == open { quote = nil } else { word.append(character) }
            } else if character == "'" || character == "\"" {
                quote = character
            } else if character == " " {
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                word.append(character)
            }
        }
        return Array(words.prefix { $0 != ">" })
    }
}
