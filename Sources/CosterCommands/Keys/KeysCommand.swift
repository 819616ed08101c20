import ArgumentParser

/// `coster keys`: the keys of the database.
struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Make, enter, rotate and list the keys of the books.",
        subcommands: [
            KeysInitCommand.self, KeysUnsealCommand.self, KeysRotateCommand.self,
            KeysInventoryCommand.self,
        ])
}
