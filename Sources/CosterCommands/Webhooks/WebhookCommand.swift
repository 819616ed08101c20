import ArgumentParser
import CosterOperations
import CosterServer
import MerchantStorage
import PaymentDomain
import Webhooks

/// `coster webhook`: the endpoints that events are sent to.
struct WebhookCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhook", abstract: "Send events to endpoints of merchants.",
        discussion: Examples.text(
            "An endpoint is a URL of a merchant's own. It gets the merchant's events, signed.",
            [WebhookCreateCommand.example, "coster webhook list"]),
        subcommands: [
            WebhookCreateCommand.self, WebhookListCommand.self, WebhookShowCommand.self,
            WebhookTestCommand.self, WebhookDeliveriesCommand.self, WebhookResendCommand.self,
            WebhookRotateCommand.self, WebhookDisableCommand.self, WebhookEnableCommand.self,
            WebhookRemoveCommand.self,
        ])
}

/// The name of an endpoint on the command line.
struct WebhookArgument: ParsableArguments {
    @Argument(help: "The endpoint's ID, from `coster webhook list`.")
    var id: String
}

/// `coster webhook list`.
struct WebhookListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the endpoints.",
        discussion: Examples.text(["coster webhook list", "coster webhook list --json"]))

    @Option(help: "Only the endpoints of this merchant.")
    var merchant: String?

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: JSONOutput

    func run() async throws {
        let records = try await Administration(store: try await database.open()).records()
        let facts = records.webhooks
            .filter { merchant == nil || $0.endpoint.merchant.value == merchant }
            .map(WebhookFacts.init)
        if output.json { return try JSONOutput.print(facts) }
        var table = TextTable(
            .init("id"), .init("merchant"), .init("state"), .init("events"), .init("url"))
        for webhook in facts {
            table.add(
                webhook.id, webhook.merchant, webhook.stateForPeople, webhook.eventsForPeople,
                webhook.url)
        }
        table.print()
        guard facts.isEmpty else { return }
        Operator.tell(
            "There are no endpoints yet. To create one, run: coster webhook create --help")
    }
}

/// `coster webhook show`.
struct WebhookShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show an endpoint.",
        discussion: Examples.text([
            "coster webhook show wh_4f2ksd81mzq07ahx3c9t",
            "coster webhook show wh_4f2ksd81mzq07ahx3c9t --json",
        ]))

    @OptionGroup var webhook: WebhookArgument
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: JSONOutput

    func run() async throws {
        let webhooks = WebhookOperations(Administration(store: try await database.open()))
        let facts = WebhookFacts(try await webhooks.webhook(webhook.id))
        if output.json { return try JSONOutput.print(facts) }
        for text in facts.lines { print(text) }
    }
}

/// `coster webhook disable`.
struct WebhookDisableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Send an endpoint no more events, for the time being.",
        discussion: Examples.text(
            "What waits is kept. Events that happen meanwhile aren't sent to it later.",
            ["coster webhook disable wh_4f2ksd81mzq07ahx3c9t"]))

    @OptionGroup var webhook: WebhookArgument
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let webhooks = WebhookOperations(Administration(store: try await database.open()))
        try await webhooks.disable(try await webhooks.webhook(webhook.id).endpoint.id)
        print("Disabled endpoint \(webhook.id).")
    }
}

/// `coster webhook enable`.
struct WebhookEnableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Send a disabled endpoint events again.",
        discussion: Examples.text(["coster webhook enable wh_4f2ksd81mzq07ahx3c9t"]))

    @OptionGroup var webhook: WebhookArgument
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let webhooks = WebhookOperations(Administration(store: try await database.open()))
        try await webhooks.enable(try await webhooks.webhook(webhook.id).endpoint.id)
        print("Enabled endpoint \(webhook.id).")
    }
}

/// `coster webhook remove`.
struct WebhookRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove an endpoint with its secrets and deliveries.",
        discussion: Examples.text(["coster webhook remove wh_4f2ksd81mzq07ahx3c9t"]))

    @OptionGroup var webhook: WebhookArgument
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let webhooks = WebhookOperations(Administration(store: try await database.open()))
        try await webhooks.remove(try await webhooks.webhook(webhook.id).endpoint.id)
        print("Removed endpoint \(webhook.id), and erased its secrets.")
    }
}
