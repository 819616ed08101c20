import ArgumentParser
import CosterServer
import Testing

@testable import CosterCommands

@Suite("The command line's help", .timeLimit(.minutes(20)))
struct HelpTests {
    /// Every command and group of commands, by its words.
    private static let commands = below(Coster.self, path: [])

    private static func below(
        _ command: any ParsableCommand.Type, path: [String]
    ) -> [(path: [String], command: any ParsableCommand.Type)] {
        let commands = command.configuration.subcommands
        return [(path, command)]
            + commands.flatMap { below($0, path: path + [CommandNames.name(of: $0)]) }
    }

    @Test("each command's help page has examples, and a script runs each of them as it is printed")
    func examples() throws {
        let run = try GuidePages.examples.flatMap { try GuidePage($0.path).commands }
            .flatMap { $0.text.split(separator: "\n") }
        for (path, command) in Self.commands {
            let discussion = command.configuration.discussion
            let lines = discussion.split(separator: "\n").map { $0.drop { $0 == " " } }
            let start = try #require(
                lines.firstIndex(of: "Examples:"), "coster \(path.joined(separator: " "))")
            let examples = lines[lines.index(after: start)...]
            #expect(!examples.isEmpty, "\(path)")
            for example in examples {
                #expect(
                    run.contains { line in
                        line == example || line.hasSuffix(" \(example)")
                            || line.hasPrefix("\(example) >")
                    },
                    "no script in \(GuidePages.scripts) runs: \(example)")
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
            (["credential", "create"], "Did you mean: coster merchant credential"),
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
