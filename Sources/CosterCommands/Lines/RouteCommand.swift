import ArgumentParser
import CosterOperations
import CosterServer
import PaymentDomain
import Routing

extension CardNetwork: ExpressibleByArgument {}

/// `coster route`: which line a payment takes.
struct RouteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "route", abstract: "Choose the lines that merchants' payments take.",
        discussion: Examples.text([
            "coster route set flowers rules.json",
            "coster route test flowers --network visa --amount 14.99",
        ]),
        subcommands: [RouteSetCommand.self, RouteShowCommand.self, RouteTestCommand.self])
}

/// The merchant whose rules are meant.
struct RouteOptions: ParsableArguments {
    @Argument(help: "The merchant's name.")
    var merchant: String

    @OptionGroup var database: DatabaseOptions

    /// The merchant's rules.
    func opened() async throws -> RouteOperations {
        try await RouteOperations(
            Administration(store: try await database.open()), merchant: merchant)
    }
}

/// `coster route set`.
struct RouteSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Replace the rules of a merchant.",
        discussion: Examples.text(
            """
            The file is JSON: {"rules": [{"network": "amex", "line": "west"}, {"line": "east", "otherwise": "west"}]}

            The first rule that fits a payment decides. If no rule fits, Coster refuses the payment. A rule has a line, \
            and the conditions network, currency, amount_from and amount_to (inclusive, with a currency), and protocol. \
            Coster uses otherwise only if it sent nothing over the line.

            Worldpay gives a merchant a number for each currency. Name each number that isn't the merchant's own, by its \
            line: {"rules": […], "merchant_numbers": {"west": "81601"}}
            """, ["coster route set flowers rules.json"]))

    @OptionGroup var options: RouteOptions

    @Argument(help: "The file of rules; - for standard input.")
    var rulesFile: String

    @Flag(help: "Allow test lines, for a database that only sandbox servers use.")
    var sandbox = false

    @OptionGroup var output: JSONOutput

    func run() async throws {
        let file = try Files.bytes(rulesFile, limit: RoutingLimits.fileBytes + 1)
        let routes = try await options.opened()
        let table = try await routes.set(file, isSandbox: sandbox)
        if output.json { return try JSONOutput.print(RouteFacts(routes.merchant, table)) }
        print("Set \(table.rules.count.counted("rule")) of \(options.merchant).")
    }
}

/// `coster route show`.
struct RouteShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the rules of a merchant.",
        discussion: Examples.text(["coster route show flowers", "coster route show flowers --json"])
    )

    @OptionGroup var options: RouteOptions
    @OptionGroup var output: JSONOutput

    func run() async throws {
        let routes = try await options.opened()
        let facts = RouteFacts(routes.merchant, routes.table)
        if output.json { return try JSONOutput.print(facts) }
        facts.table.print()
        if let number = routes.unreadable {
            Operator.tell(
                "Rule \(number) can't be read, so Coster refuses payments that no earlier rule fits. To replace the rules, run: coster route set \(options.merchant) RULES-FILE"
            )
        } else if facts.rules.isEmpty {
            Operator.tell(
                "\(options.merchant) has no rules, so Coster refuses its payments. To set them, run: coster route set \(options.merchant) RULES-FILE"
            )
        }
    }
}

/// `coster route test`.
struct RouteTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Show the line that a payment would take; exit code 1 if no rule fits it.",
        discussion: Examples.text([
            "coster route test flowers --network visa --amount 14.99",
            "coster route test flowers --network amex --amount 500 --currency CAD --json",
        ]))

    @OptionGroup var options: RouteOptions

    @Option(
        help: "The card's network: \(CardNetwork.allCases.map(\.rawValue).joined(separator: ", "))."
    )
    var network: CardNetwork

    @Option(help: "The amount, in major units.")
    var amount: String

    @Option(help: "The currency, three letters.")
    var currency = "USD"

    @Option(
        help: "The protocol: \(ClientNames.dialects). Without it, no rule for a protocol fits.")
    var `protocol`: String?

    @OptionGroup var output: JSONOutput

    func validate() throws {
        _ = try AmountOption.money(amount, currency)
        if let name = `protocol`, !ClientNames.protocols.contains(name) {
            throw ValidationError("Unknown protocol '\(name)'. Use \(ClientNames.dialects).")
        }
    }

    func run() async throws {
        let money = try AmountOption.money(amount, currency)
        let routes = try await options.opened()
        let question = RouteQuestion(
            merchant: routes.merchant, network: network, amount: money, dialect: `protocol`)
        guard let (number, rule) = routes.table.first(fitting: question) else {
            throw CosterFailure(
                .doesNotHold,
                "No rule of \(options.merchant) fits this payment, so Coster would refuse it.")
        }
        guard rule.lines.contains(where: { routes.takes($0, money.currency) }) else {
            throw CosterFailure(
                .doesNotHold,
                "Rule \(number) fits, but no line of it takes \(money.currency), so Coster would refuse this payment."
            )
        }
        if output.json {
            return try JSONOutput.print(RouteFacts.Rule(number, rule, of: routes.table))
        }
        let next = rule.otherwise.map { ", otherwise \($0)" } ?? ""
        print("Rule \(number): line \(rule.line)\(next)")
    }
}
