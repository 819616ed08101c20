import ArgumentParser
import CosterOperations
import CosterServer
import Events
import Foundation
import PaymentDomain
import PaymentStorage
import Webhooks

/// `coster events`: the public events of payments and batches, live if asked to.
struct EventsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "List the newest events of payments and batches.",
        discussion: Examples.text(
            """
            An event is a change of a payment that its merchant's systems want to know. With --json each line is the body \
            that receivers get.

            With --forward each event from now on is also sent to a receiver, for example on your own machine, until it \
            answers. It is signed with a secret that is printed first. To go on later, use --after with the last event's ID.
            """,
            [
                "coster events", "coster events --limit 5 --json", "coster events --follow",
                "coster events --payment 0199c2a5d3f04a8f8f3a6d1e2b4c5d6e",
                "coster events --after evt_0199c2a5d3f04a8f8f3a6d1e2b4c5d6e_1",
                "coster events --forward http://127.0.0.1:3000/webhooks",
                "coster events --forward http://127.0.0.1:3000/ --format standard --merchant sandbox",
            ]))

    @Flag(help: "Wait for more events, until SIGINT or SIGTERM.")
    var follow = false

    @Option(
        help: "Send each event to this URL, signed, from now on.", transform: EventsCommand.url)
    var forward: WebhookURL?

    @Option(help: "The form in which they are sent. (default: standard)")
    var format: WebhookFormat?

    @Option(help: "How many are listed. (default: 20; 0 with --forward)")
    var limit: Int?

    @Option(help: "List what came after this event, by its ID.", transform: EventsCommand.eventID)
    var after: EventID?

    @Option(help: "Only the events of this merchant, with its totals of batches.")
    var merchant: String?

    @Option(help: "Only the events of this payment, by its ID.")
    var payment: String?

    @Flag(help: "Print one JSON object a line.")
    var json = false

    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        if let limit { try ListLimit.require(limit) }
        guard format == nil || forward != nil else {
            throw ValidationError("--format says how events are forwarded. Use it with --forward.")
        }
    }

    func run() async throws {
        let follow = follow || forward != nil
        let limit = limit ?? (forward == nil ? EventsCommand.listed : 0)
        // Each line is written whole, so nothing is left half done.
        if follow { for number in [SIGTERM, SIGINT] { signal(number) { _ in _exit(0) } } }
        let store = try await database.open()
        var reader = EventReader(
            store, of: merchant.map { MerchantID($0) }, in: payment.map { PaymentID(stored: $0) })
        try await reader.begin(after: after, newest: limit)
        var sink = EventSink(isJSON: json, forwarder: try await forwarder())
        var left = limit
        var waits = EventsCommand.waits
        while true {
            guard let page = try await page(&reader, follow) else { continue }
            let shown = follow ? page.events[...] : page.events.prefix(left)
            try await sink.take(Array(shown))
            left -= shown.count
            if !page.isEnd, follow || left > 0 { continue }
            if page.isWaiting { waits -= 1 }
            guard follow || page.isWaiting && waits >= 0 && left > 0 else { break }
            try await Task.sleep(for: EventsCommand.pause)
        }
        sink.end()
    }

    /// Who sends the events on; nil if nobody does. It prints what the receiver needs.
    private func forwarder() async throws(CosterFailure) -> EventForwarder? {
        guard let forward else { return nil }
        let forwarder = try await EventForwarder(to: forward, as: format ?? .standard)
        Operator.tell("Forwarding events. The receiver knows them by:")
        if json {
            Operator.tell(forwarder.secret.verifier)
        } else {
            print(forwarder.secret.verifier)
        }
        return forwarder
    }

    /// The next events. While it follows, a database that can't be reached is asked again later.
    private func page(
        _ reader: inout EventReader, _ follow: Bool
    ) async throws -> EventReader.Page? {
        do {
            return try await reader.next()
        } catch StoreError.unavailable where follow {
            try await Task.sleep(for: EventsCommand.pauseWithoutDatabase)
            return nil
        }
    }

    private static func eventID(_ text: String) throws -> EventID {
        guard let id = EventID(text) else {
            throw ValidationError(
                "Invalid value '\(text)' for --after. Use an event's ID, from `coster events`.")
        }
        return id
    }

    private static func url(_ text: String) throws -> WebhookURL {
        do throws(WebhookFault) {
            return try WebhookURL(typed: text)
        } catch {
            throw ValidationError(error.sentence)
        }
    }

    private static let listed = 20
    private static let pause = Duration.milliseconds(250)
    /// How often a list waits for a transaction that may have an earlier event.
    private static let waits = 8
    private static let pauseWithoutDatabase = Duration.seconds(2)
}
