import ArgumentParser
import CosterOperations
import CosterServer
import MerchantStorage
import Routing

/// `coster line`: the lines to acquirers.
struct LineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "line", abstract: "Set up the lines to acquirers.",
        discussion: Examples.text(
            "Run `create` first, then `coster route set` for each merchant.",
            [LineCreateCommand.example, "coster line list"]),
        subcommands: [
            LineCreateCommand.self, LineListCommand.self, LineShowCommand.self,
            LineChangeCommand.self, LineRotateCommand.self, LineRemoveCommand.self,
            LineEchoCommand.self, LineTryCommand.self, LineProfileCommand.self,
        ])
}

/// `coster line list`.
struct LineListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the lines.",
        discussion: Examples.text(["coster line list", "coster line list --json"]))

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: JSONOutput

    func run() async throws {
        let administration = Administration(store: try await database.open())
        let records = try await administration.records()
        let facts = records.lines.map { LineFacts($0, routes: records.routes) }
        if output.json { return try JSONOutput.print(facts) }
        var table = TextTable(
            .init("name"), .init("kind"), .init("mode"), .init("currency"), .init("address"),
            .init("merchants"))
        for line in facts {
            table.add(
                line.name, line.kind, line.mode, line.currency, line.address,
                line.merchants.joined(separator: ", "))
        }
        table.print()
        if !records.unreadableLines.isEmpty {
            let names = records.unreadableLines.map(\.id.value).joined(separator: ", ")
            Operator.tell("Lines that can't be read: \(names). To check them, run: coster doctor")
        } else if facts.isEmpty {
            Operator.tell("There are no lines yet. To create one, run: coster line create --help")
        }
    }
}

/// `coster line show`.
struct LineShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a line, and the merchants whose payments take it.",
        discussion: Examples.text([
            "coster line show east", "coster line show east --json",
            "coster line show direct --profile",
        ]))

    @Argument(help: "The line's name.")
    var name: String

    @Flag(help: "Print the profile of a line of kind iso8583, and nothing else.")
    var profile = false

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: JSONOutput

    func run() async throws {
        let administration = Administration(store: try await database.open())
        let line = try await LineOperations(administration).line(name)
        if profile {
            guard let hosts = line.definition.account.hosts else {
                throw CosterFailure(LineFault.optionOfOtherKind)
            }
            return print(hosts.profile, terminator: "")
        }
        let facts = LineFacts(line, routes: try await administration.records().routes)
        if output.json { return try JSONOutput.print(facts) }
        for text in facts.lines { print(text) }
    }
}

/// `coster line remove`.
struct LineRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a line that no route and no payment names.",
        discussion: Examples.text(["coster line remove east"]))

    @Argument(help: "The line's name.")
    var name: String

    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let lines = LineOperations(Administration(store: try await database.open()))
        try await lines.remove(named: name)
        print("Removed line \(name), and erased its secrets.")
    }
}
