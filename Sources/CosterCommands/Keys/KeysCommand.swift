import ArgumentParser

/// `coster keys`: the keys of the database.
struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Create, enter, rotate and list the keys of the database.",
        discussion: Examples.text(["coster keys inventory", "coster keys rotate"]),
        subcommands: [
            KeysInitCommand.self, KeysUnsealCommand.self, KeysRotateCommand.self,
            KeysInventoryCommand.self,
        ])
}
