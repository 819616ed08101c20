import ArgumentParser

/// `coster completion`: the script by which a shell completes coster's commands.
struct CompletionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Print the completion script of a shell.",
        discussion: Examples.text([
            "coster completion bash > ~/.local/share/bash-completion/completions/coster",
            "coster completion zsh > ~/.zsh/completions/_coster",
            "coster completion fish > ~/.config/fish/completions/coster.fish",
        ]))

    @Argument(help: "The shell: bash, zsh or fish.")
    var shell: Shell

    func run() {
        print(Coster.completionScript(for: shell.known))
    }

    /// The shells that have a script.
    enum Shell: String, ExpressibleByArgument, CaseIterable {
        case bash
        case zsh
        case fish

        var known: CompletionShell {
            switch self {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        }
    }
}
