import ArgumentParser
import CosterServer
import MerchantStorage
import PaymentDomain
import PaymentStorage
import Webhooks

extension DeliveryState: ExpressibleByArgument {}

/// `coster webhook deliveries`.
struct WebhookDeliveriesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deliveries", abstract: "List the newest deliveries and what became of them.",
        discussion: Examples.text(
            "An event is tried ten times within 75 hours.",
            [
                "coster webhook deliveries",
                "coster webhook deliveries --endpoint wh_4f2ksd81mzq07ahx3c9t --state exhausted --json",
                "coster webhook deliveries --event evt_0199c2a5d3f04a8f8f3a6d1e2b4c5d6e_1",
                "coster webhook deliveries --payment 0199c2a5d3f04a8f8f3a6d1e2b4c5d6e",
            ]))

    @Option(help: "Only the deliveries to this endpoint, by its ID.")
    var endpoint: String?

    @Option(help: "Only the deliveries to endpoints of this merchant.")
    var merchant: String?

    @Option(help: "Only those in this state.")
    var state: DeliveryState?

    @Option(help: "Only the deliveries of this event, by its ID.")
    var event: String?

    @Option(help: "Only the deliveries of this payment's events, by its ID.")
    var payment: String?

    @Option(help: "How many are listed.")
    var limit = 20

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: JSONOutput

    func validate() throws {
        try ListLimit.require(limit)
        guard event == nil || payment == nil else {
            throw ValidationError("Give either --event or --payment.")
        }
    }

    func run() async throws {
        let store = try await database.open()
        var filter = DeliveryFilter(merchant: merchant.map { MerchantID($0) }, state: state)
        if let endpoint {
            guard let id = WebhookID(endpoint) else {
                throw CosterFailure(WebhookFault.webhookUnknown)
            }
            filter.endpoint = id
        }
        filter.events = event.map { [$0] }
        if let payment {
            let events = try await store.events(of: PaymentID(stored: payment))
            guard !events.isEmpty else {
                throw CosterFailure(
                    .badInput,
                    "There is no payment \(payment.terminalSafe). To list the payments, run: coster payments"
                )
            }
            filter.events = events.map(\.id.description)
        }
        let found = try await store.merchantStore.deliveries(filter, limit: limit)
        let facts = found.map(DeliveryFacts.init)
        if output.json { return try JSONOutput.print(facts) }
        DeliveryFacts.table(of: facts).print()
    }
}

/// A delivery for a machine. The names in JSON are an interface.
struct DeliveryFacts: Encodable {
    let event: String
    let endpoint: String
    let merchant: String
    let queuedAt: String
    /// `pending`, `retrying`, `delivered` or `exhausted`.
    let state: String
    let tries: Int
    /// When it is tried next, at the latest.
    let nextTryAt: String?
    let lastTryAt: String?
    /// The status of the newest answer; missing without one.
    let lastStatus: Int?
    /// A code of why no answer came.
    let lastError: String?

    init(_ delivery: DeliveryRecord) {
        event = delivery.event
        endpoint = delivery.endpoint.value
        merchant = delivery.merchant.value
        queuedAt = delivery.queuedAt.iso8601Seconds
        state = delivery.state.rawValue
        tries = delivery.tries
        nextTryAt = delivery.dueAt?.iso8601Seconds
        lastTryAt = delivery.last?.at.iso8601Seconds
        lastStatus = delivery.last?.status
        lastError = delivery.last?.error
    }

    /// The newest answer for a person.
    private var answer: String { lastStatus.map { "HTTP \($0)" } ?? lastError ?? "" }

    /// Deliveries for a person.
    static func table(of deliveries: [DeliveryFacts]) -> TextTable {
        var table = TextTable(
            .init("queued"), .init("event"), .init("endpoint"), .init("state"),
            .init("tries", isNumber: true), .init("answer"), .init("last try"), .init("next try"))
        for delivery in deliveries {
            table.add(
                delivery.queuedAt, delivery.event, delivery.endpoint, delivery.state,
                String(delivery.tries), delivery.answer, delivery.lastTryAt ?? "",
                delivery.nextTryAt ?? "")
        }
        return table
    }
}
