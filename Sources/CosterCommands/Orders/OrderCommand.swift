import ArgumentParser
import CosterOperations
import CosterServer
import MerchantStorage
import PaymentDomain
import PaymentStorage
import WebPayments

/// `coster order`: what customers of web shops are to pay.
struct OrderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "order", abstract: "Create payment links, and see what became of orders.",
        discussion: Examples.text(
            "An order is paid with Apple Pay on its own page, or on a page of the shop.",
            [OrderCreateCommand.example, "coster order list flowers"]),
        subcommands: [OrderCreateCommand.self, OrderShowCommand.self, OrderListCommand.self])
}

/// The database of orders, and its key, which makes their secrets.
struct OrderOptions: ParsableArguments {
    @OptionGroup var administration: AdministrationOptions
    @OptionGroup var output: JSONOutput

    func orders() async throws -> (orders: WebOrders, records: MerchantRecords) {
        let administration = try await self.administration.administration()
        let store = administration.store
        let vault = try await self.administration.keyring(store).vault
        let restore = try await DatabaseSession.earliestSigning(store)
        return (
            WebOrders(store: store, vault: vault, earliestSigning: { restore }),
            try await administration.records()
        )
    }

    /// A merchant by name: in a sandbox, the sandbox's own too.
    func merchant(_ name: String, in records: MerchantRecords) throws -> MerchantID {
        let own =
            SandboxMerchant.hasKeys(in: DataFolder(administration.database.data))
            ? [SandboxMerchant.id] : []
        guard let merchant = (records.merchants.map(\.id) + own).first(where: { $0.value == name })
        else { throw CosterFailure(.merchantUnknown) }
        return merchant
    }
}

/// `coster order create`.
struct OrderCreateCommand: AsyncParsableCommand {
    private static let mostHours = WebOrderLimits.seconds.upperBound / 3_600
    static let example =
        "coster order create flowers --amount 14.99 --currency USD --reference order-1001 --link"

    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create an order, and print its link or its client secret.",
        discussion: Examples.text(
            """
            The link is the path of the order's page on your server. Who has it can pay the order, once. The client \
            secret is for a page of the shop.
            """, [example]))

    @Argument(help: "The merchant's name.")
    var merchant: String

    @Option(help: "The amount, with the currency's decimals at most.")
    var amount: String

    @Option(help: "The currency: three letters.")
    var currency: String

    @Option(help: "Your own name of the order.")
    var reference: String

    @Option(help: "What the customer reads above the amount.")
    var description: String?

    @Option(help: "How many hours the order is open.")
    var hours: Int64 = WebOrderLimits.usualSeconds / 3_600

    @Flag(help: "Print the path of the order's page in place of the client secret.")
    var link = false

    @OptionGroup var options: OrderOptions

    func run() async throws {
        let (orders, records) = try await options.orders()
        let merchant = try options.merchant(merchant, in: records)
        let order: NewWebOrder
        do throws(OrderProblem) {
            order = try NewWebOrder(
                amount: amount, currency: currency, reference: reference, description: description,
                seconds: hours <= OrderCreateCommand.mostHours ? hours * 3_600 : .max)
        } catch {
            throw CosterFailure(.badInput, "refused: \(error.code): \(error.message)")
        }
        let view = try await OrderFacts.found { () async throws(WebOrderRefusal) in
            try await orders.create(order, for: merchant, at: SystemClock.now())
        }
        if options.output.json { return try JSONOutput.print(OrderFacts(view)) }
        print(link ? view.path : view.clientSecret)
    }
}

/// `coster order show`.
struct OrderShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show an order and what became of it.",
        discussion: Examples.text([
            "coster order show ord_Zm9yIHRoZSBzaG9wIG9mIHVz",
            "coster order show ord_Zm9yIHRoZSBzaG9wIG9mIHVz --json",
        ]))

    @Argument(help: "The order's ID, from `coster order list`.")
    var id: String

    @OptionGroup var options: OrderOptions

    func run() async throws {
        let (orders, _) = try await options.orders()
        let view = try await OrderFacts.found { () async throws(WebOrderRefusal) in
            try await orders.view(of: try await orders.order(named: id))
        }
        let facts = OrderFacts(view)
        if options.output.json { return try JSONOutput.print(facts) }
        for text in facts.lines { print(text.terminalSafe) }
    }
}

/// `coster order list`.
struct OrderListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the newest orders of a merchant.",
        discussion: Examples.text([
            "coster order list flowers", "coster order list flowers --limit 5 --json",
        ]))

    @Argument(help: "The merchant's name.")
    var merchant: String

    @Option(help: "How many are listed.")
    var limit = 20

    @OptionGroup var options: OrderOptions

    func validate() throws { try ListLimit.require(limit) }

    func run() async throws {
        let (orders, records) = try await options.orders()
        let merchant = try options.merchant(merchant, in: records)
        let facts = try await OrderFacts.found { () async throws(WebOrderRefusal) in
            try await orders.newest(of: merchant, upTo: limit)
        }.map(OrderFacts.init)
        if options.output.json { return try JSONOutput.print(facts) }
        var table = TextTable(
            .init("created"), .init("reference"), .init("amount", isNumber: true),
            .init("currency"), .init("state"), .init("tries", isNumber: true), .init("id"))
        for order in facts {
            table.add(
                order.createdAt, order.reference, order.amount, order.currency, order.state,
                String(order.tries), order.id)
        }
        table.print()
    }
}
