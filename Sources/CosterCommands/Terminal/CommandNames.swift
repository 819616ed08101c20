import ArgumentParser
import CosterServer

/// Finds a mistyped command before the arguments are parsed: the parser would only call it an unexpected argument.
enum CommandNames {
    /// Refuses a word in the place of a command that no command has.
    ///
    /// - Parameter arguments: The words behind the program's name.
    /// - Throws: Exit code 64, with the nearest command.
    static func require(
        in arguments: [String], of root: any ParsableCommand.Type
    ) throws(CosterFailure) {
        var words = arguments[...]
        if words.first == "help" { words.removeFirst() }
        var command = root
        var path = [name(of: root)]
        for word in words {
            let commands = command.configuration.subcommands
            guard !commands.isEmpty, !word.hasPrefix("-") else { return }
            let next = commands.first {
                name(of: $0) == word || $0.configuration.aliases.contains(word)
            }
            guard let next else {
                throw CosterFailure(.usage, message(about: word, in: path, below: command))
            }
            command = next
            path.append(word)
        }
    }

    private static func message(
        about word: String, in path: [String], below command: any ParsableCommand.Type
    ) -> String {
        let parent = path.joined(separator: " ")
        let shown = String(word.prefix(40)).terminalSafe
        let known = commands(of: command).map { name(of: $0) }
        let nearest = Self.path(to: word, below: command) ?? NearestName.of(word, among: known)
        guard let nearest else {
            return "Unknown command '\(shown)'. To see the commands, run: \(parent) --help"
        }
        return "Unknown command '\(shown)'. Did you mean: \(parent) \(nearest)"
    }

    /// The way to a group of commands of this name, as from `credential` to `merchant credential`.
    private static func path(
        to word: String, below command: any ParsableCommand.Type
    ) -> String? {
        for next in commands(of: command) where !commands(of: next).isEmpty {
            let own = name(of: next)
            if own == word { return own }
            if let rest = path(to: word, below: next) { return "\(own) \(rest)" }
        }
        return nil
    }

    private static func commands(
        of command: any ParsableCommand.Type
    ) -> [any ParsableCommand.Type] {
        command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
    }

    /// The name that a user types.
    static func name(of command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? command._commandName
    }
}
