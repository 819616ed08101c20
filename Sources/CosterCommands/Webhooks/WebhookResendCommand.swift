import ArgumentParser
import CosterOperations
import CosterServer
import Events
import MerchantStorage
import PaymentDomain

/// `coster webhook resend`.
struct WebhookResendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resend", abstract: "Send an event again, or all that failed since a time.",
        discussion: Examples.text(
            """
            A running server sends the events again to the endpoints that they were queued for, with all retries. Events \
            keep their IDs, so that a receiver recognizes those that it has.
            """,
            [
                "coster webhook resend evt_0199c2a5d3f04a8f8f3a6d1e2b4c5d6e_1",
                "coster webhook resend --failed --since 2026-11-20T00:00:00Z",
                "coster webhook resend --failed --since 2026-11-20T00:00:00Z --endpoint wh_4f2ksd81mzq07ahx3c9t",
            ]))

    @Argument(help: "The event's ID.")
    var event: String?

    @Flag(help: "Send all that failed at their last try.")
    var failed = false

    @Option(help: "Those that were queued at this time or later.")
    var since: String?

    @Option(help: "Only to this endpoint, by its ID.")
    var endpoint: String?

    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard (event == nil) == failed, (since == nil) != failed else {
            throw ValidationError("Give either an event's ID, or --failed with --since.")
        }
    }

    func run() async throws {
        let id = try event.map { text in
            guard let id = EventID(text) else {
                throw ValidationError(
                    "Invalid event '\(text)'. Use an event's ID, from `coster events`.")
            }
            return id
        }
        let time = try DateOption.time(since)
        let webhooks = WebhookOperations(Administration(store: try await database.open()))
        var only: WebhookRecord?
        if let endpoint { only = try await webhooks.webhook(endpoint) }
        let count: Int
        if let id {
            count = try await webhooks.resend(id, to: only)
        } else {
            count = try await webhooks.resendFailed(since: time, to: only)
        }
        print("Deliveries that are due again: \(count).")
    }
}
